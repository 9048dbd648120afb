/** Texts for readers, by the last part of their address, in the order of their list. */
export const GUIDES = [
  "payment",
  "vetting",
  "audits",
  "advisories",
  "transparency",
  "sandbox",
  "quality-signals",
  "policy",
  "accounts",
  "moderation",
  "mcp",
  "clients",
  "cli",
] as const;
export type Guide = (typeof GUIDES)[number];

export function isGuide(name: string): name is Guide {
  return GUIDES.some((guide) => guide === name);
}
