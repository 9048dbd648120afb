import { createHash } from "node:crypto";

const BY_NONCE = /'nonce-[^']+' 'strict-dynamic'/;

/**
 * The policy of a page that is sent to many, where a number that is used once protects nothing: it names the digests of
 * `inlineScripts` (CSP Level 3, 8.3), and all others come from files of this market. These scripts are those of the
 * build. The page is not read for it: a script that came into it with somebody's text would be allowed by that. Null
 * for a page that has no policy of ours.
 */
export function cachedPagePolicy(policy: string, inlineScripts: readonly string[]): string | null {
  if (!BY_NONCE.test(policy)) return null;
  const digests = inlineScripts.map(
    (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return policy.replace(BY_NONCE, () => digests.join(" "));
}
