import { createHash } from "node:crypto";

/** A strong validator for these very bytes (RFC 9110, 8.8.3). */
export function entityTag(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

const plain = (tag: string) => tag.trim().replace(/^W\//, "");

/** True when `If-None-Match` names the tag, by the weak comparison the header asks for (RFC 9110, 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((each) => plain(each) === plain(tag));
}

/** The tag in the form `If-None-Match` has it: a cache finds what to keep longer by that (RFC 9111, 4.3.4). */
export function tagAsSent(ifNoneMatch: string | null | undefined, tag: string): string {
  return (
    ifNoneMatch
      ?.split(",")
      .find((each) => plain(each) === plain(tag))
      ?.trim() ?? tag
  );
}
