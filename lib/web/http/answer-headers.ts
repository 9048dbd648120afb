import { DomainError } from "@/lib/kernel/errors";
import { createHash } from "node:crypto";

/** Positions of bytes, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.1.2 and 14.2). Null where all is sent: without
 * the header, for another unit or several ranges, which a server may pass over, and for what is no range. Throws
 * RANGE_NOT_SATISFIABLE for one that begins behind the end.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | null {
  const [, from = "", to = ""] = ONE_RANGE.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  if (first < size)
    return { first, last: from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1) };
  throw new DomainError("RANGE_NOT_SATISFIABLE", `There are ${size} bytes; the range starts after them.`);
}

/** How a body can be sent smaller (RFC 9110, 8.4.1), the smallest first. */
const CODINGS = ["br", "gzip"] as const;
export type ContentCoding = (typeof CODINGS)[number];

const TOO_LONG_TO_READ = 1_000;

/**
 * The coding `Accept-Encoding` asks for (RFC 9110, 12.5.3), of `offered`: the one with the highest weight, of several
 * the smallest. Null where none is accepted, and where the header is not one.
 */
export function codingFor(
  acceptEncoding: string | null | undefined,
  offered: readonly ContentCoding[] = CODINGS,
): ContentCoding | null {
  if (!acceptEncoding || acceptEncoding.length > TOO_LONG_TO_READ) return null;
  const weights = new Map(acceptEncoding.split(",").map(readWeight));
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get("*") ?? 0;
  const best = Math.max(...offered.map(weightOf));
  return best > 0 ? (offered.find((coding) => weightOf(coding) === best) ?? null) : null;
}

function readWeight(part: string): [string, number] {
  const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return [coding, weight === undefined ? 1 : Number(weight) || 0];
}

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

/**
 * Seconds after which a cache in front of many callers asks again for what shows skills: a quarantine is everywhere
 * by then.
 */
export const SHARED_SECONDS_OF_SKILLS = 5;

/**
 * `Cache-Control` of an answer that shows skills: one caller keeps it so many seconds, a cache in front of many hardly
 * at all.
 */
export const cacheControlOfSkills = (seconds: number): string =>
  `public, max-age=${seconds}, s-maxage=${SHARED_SECONDS_OF_SKILLS}`;
