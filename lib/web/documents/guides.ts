/** What somebody wants to do, step by step with pictures, by the last part of its address, in the order of the list. */
export const TASKS = [
  "install-skill",
  "publish-skill",
  "pay-without-crypto",
  "get-paid",
  "audit-version",
  "run-market",
] as const;

/** Texts about how the market works, likewise. */
export const EXPLANATIONS = [
  "payment",
  "vetting",
  "audits",
  "advisories",
  "transparency",
  "sandbox",
  "quality-signals",
  "private-skills",
  "policy",
  "accounts",
  "moderation",
  "mcp",
  "clients",
  "python",
  "cli",
] as const;

/** Texts for readers, in every language. */
export const GUIDES = [...TASKS, ...EXPLANATIONS] as const;
export type Guide = (typeof GUIDES)[number];

export function isGuide(name: string): name is Guide {
  return GUIDES.some((guide) => guide === name);
}
