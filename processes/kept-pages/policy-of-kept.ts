import { createHash } from "node:crypto";

const SCRIPTS = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
/** Data for search engines is no script. */
const IS_DATA = /\btype="application\/(?:ld\+)?json"/;
const BY_NONCE = /'nonce-[^']+' 'strict-dynamic'/;
/** A proxy reads no head without end. */
const MOST_SCRIPTS = 40;

/**
 * The policy of a page that is sent to many, where a number that is used once protects nothing: it names the digest of
 * each script that stands in the page (CSP Level 3, 8.3), and all others come from files of this market. Null where the
 * page has too many.
 */
export function policyOfKept(policy: string, html: string): string | null {
  if (!BY_NONCE.test(policy)) return null;
  const inside = [...html.matchAll(SCRIPTS)].filter(
    ([, attributes = ""]) => !/\bsrc=/.test(attributes) && !IS_DATA.test(attributes),
  );
  if (inside.length > MOST_SCRIPTS) return null;
  const digests = inside.map(
    ([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return policy.replace(BY_NONCE, () => [...new Set(digests)].join(" "));
}
