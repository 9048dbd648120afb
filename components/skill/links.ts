import type { SkillManifest } from "@/lib/skill-format";

export type SkillTab =
  | "overview"
  | "examples"
  | "versions"
  | "files"
  | "security"
  | "api"
  | "reviews"
  | "questions";

/** The page of a skill, or one of its tabs. `version` is given only for a version that is not the latest. */
export function skillPath(slug: string, tab: SkillTab = "overview", version?: string): string {
  const base = `/skills/${encodeURIComponent(slug)}`;
  const path = tab === "overview" ? base : `${base}/${tab}`;
  return ofVersion(path, version);
}

/** Where the deposit of a version stands, and is locked and moved. */
export const bondPath = (slug: string, version?: string) => ofVersion(`${skillPath(slug)}/bond`, version);

/** The page that shows one file of a package. */
export function skillFilePath(slug: string, file: string, version?: string): string {
  const path = `${skillPath(slug, "files")}/${file.split("/").map(encodeURIComponent).join("/")}`;
  return ofVersion(path, version);
}

const ofVersion = (path: string, version: string | undefined) =>
  version === undefined ? path : `${path}?version=${encodeURIComponent(version)}`;

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

/**
 * Where a link in a skill's text leads. Addresses of other sites get `nofollow ugc`; a relative path leads to that
 * file of the package; everything else (placeholders, other schemes, files that are not there, paths out of the package)
 * is no link. `fileHref` gives undefined for a file that is not there.
 */
export function linkOf(
  href: string | undefined,
  fileHref: (path: string) => string | undefined,
): { href?: string; rel?: string } {
  if (href === undefined || href === "" || href.startsWith("#")) return {};
  if (/^(?:https?|mailto):/i.test(href))
    return isPlaceholder(href) ? {} : { href, rel: "nofollow ugc noopener" };
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("/") || href.includes("\\")) return {};
  const path = decode(href.replace(/[?#].*$/, "")).replace(/^(?:\.\/)+/, "");
  const file = path === "" || path.split("/").includes("..") ? undefined : fileHref(path.normalize("NFC"));
  return file === undefined ? {} : { href: file };
}

/** `https://MARKET/…` stands for an address: a name without a dot leads nowhere, but for this machine's own. */
function isPlaceholder(href: string): boolean {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return false;
  const { hostname } = new URL(href);
  return hostname !== "localhost" && !/[.:]/.test(hostname);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
