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
