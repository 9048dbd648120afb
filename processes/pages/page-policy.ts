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

/** What `PageShell plain` writes into the page: nothing on it needs React in the browser. */
const PLAIN_MARK = 'data-plain=""';
const SCRIPTS = /<script\b([^>]*)>[\s\S]*?<\/script>/g;
const SCRIPT_PRELOADS = /<link\b[^>]*\bas="script"[^>]*>/g;
/** A part that is still to come is put in place by the framework's scripts. */
const PENDING_PART = '<template id="B:';
const NONCE = /<script\b[^>]*\bnonce="([^"]+)"/;
/** The theme's script runs before the first paint; data for search engines is no script. */
const STAYS = /\bdata-stays\b|\btype="application\/ld\+json"/;

/**
 * A page that needs no React leaves as the document it is: without the framework's scripts (some 170 kB compressed) and
 * without the second copy of its content that hydration would read (more than half of its bytes). `script` is the
 * address of the one module that every such page runs. Pages that need React, and those with parts still to come, are
 * returned as they are.
 */
export function plainPage(html: string, script: string): string {
  if (!isPlainPage(html)) return html;
  const nonce = NONCE.exec(html)?.[1];
  if (nonce === undefined) return html;
  return html
    .replace(SCRIPTS, (whole, attributes: string) => (STAYS.test(attributes) ? whole : ""))
    .replace(SCRIPT_PRELOADS, "")
    .replace("</head>", () => `<script type="module" src="${script}" nonce="${nonce}"></script></head>`);
}

/** Whether it can be sent without React. */
export const isPlainPage = (html: string): boolean =>
  html.includes(PLAIN_MARK) && !html.includes(PENDING_PART);
