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
