import type { SkillManifest } from "@/lib/skill-format";

export interface Source {
  /** Host and path, without the scheme. */
  name: string | null;
  /** Only https addresses become links, and none that by agreement lead nowhere (RFC 2606, 6761). */
  href: string | null;
  commit: string | null;
}

/** Where a skill says it comes from: its repository, else its home page. What it says is not proven. */
export function sourceOf({ provenance, homepage }: Pick<SkillManifest, "provenance" | "homepage">): Source {
  const url = httpsUrl(provenance.sourceUrl) ?? httpsUrl(homepage);
  return {
    name: url === null ? null : `${url.host}${url.pathname}`.replace(/\/$/, ""),
    href: url === null || isReserved(url.hostname) ? null : url.href,
    commit: provenance.sourceHash ?? null,
  };
}

const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test|localhost)$/;

function isReserved(hostname: string): boolean {
  return RESERVED.test(hostname);
}

function httpsUrl(text: string | undefined): URL | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" ? url : null;
}
