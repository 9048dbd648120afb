import { createHash } from "node:crypto";

/**
 * The Content Security Policy of one page (CSP Level 3, the "strict" form): only scripts that carry this response's
 * nonce run, with what they load themselves; everything is served from here, and no page can be framed.
 *
 * `nonce` is fresh per response. Style attributes stay allowed: positions and widths are computed on the server, and an
 * attribute can load nothing that `default-src` forbids.
 */
export function pagePolicy(nonce: string, { development }: { development: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

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
