import { createHash } from "node:crypto";

/** A strong validator for these very bytes (RFC 9110, 8.8.3). */
export function entityTag(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** True when `If-None-Match` names the tag, by the weak comparison the header asks for (RFC 9110, 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  const plain = (text: string) => text.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((each) => plain(each) === plain(tag));
}
