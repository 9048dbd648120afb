import { decodeEntities } from "./carried-commands";
import type { Span } from "./markdown";

const SCRIPT = /<script\b([^>]{0,1000})>/gi;
const HANDLER = /\son[a-z]{3,20}\s*=\s*(?:"([^"]{4,4000})"|'([^']{4,4000})')/gi;
const SCRIPT_ADDRESS = /(?:href|src|action|xlink:href)\s*=\s*["']\s*javascript:([^"']{4,4000})/gi;
/** Data, templates and shaders stand in script elements too. */
const NO_SCRIPT = /type\s*=\s*["']?(?!(?:text|application)\/(?:x-)?(?:java|ecma)script|module)[\w/+.-]+/i;
const MAX_HANDLERS = 5000;

/** True for a page or drawing that a browser runs scripts of. */
export function isPage(path: string): boolean {
  return /\.(?:html?|xhtml|svg|hta|vue|svelte|astro|php|erb|ejs|hbs)$/i.test(path);
}

/** The JavaScript of a page: its scripts, what stands in `onclick` and the like, and `javascript:` addresses. */
export function findPageScripts(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(SCRIPT)) {
    const start = match.index + match[0].length;
    if (
      NO_SCRIPT.test(match[1] ?? "") ||
      start < (found.at(-1)?.start ?? 0) + (found.at(-1)?.text.length ?? 0)
    )
      continue;
    const end = text.indexOf("</script", start);
    found.push({ text: text.slice(start, end === -1 ? text.length : end), start });
    if (end === -1) break;
  }
  for (const pattern of [HANDLER, SCRIPT_ADDRESS]) {
    for (const match of Array.from(text.matchAll(pattern)).slice(0, MAX_HANDLERS))
      found.push({ text: decodeEntities(match[1] ?? match[2] ?? ""), start: match.index });
  }
  return found.filter((span) => span.text.trim() !== "");
}
