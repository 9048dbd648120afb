import type { Locale } from "@/lib/platform/i18n/routing";
import type { RenderedMail } from "@/lib/platform/mail/mail";

/** A mail in parts: every part is one paragraph, as text and as HTML. */
export type Part =
  | { text: string }
  | { label: string; link: string }
  | { label: string; code: string }
  | { label: string; quote: string };

/** Why the mail was sent, and where mails like it are switched off. */
interface Footer {
  text: string;
  link?: string;
}

/** A mail of these parts as text and as HTML, which say the same. */
export function layOutMail(
  title: string,
  parts: readonly Part[],
  footer: Footer,
  locale: Locale,
): RenderedMail {
  const subject = oneLine(title);
  const { text, link } = footer;
  const last = link === undefined ? { text } : { label: text, link };
  return { subject, text: toText([...parts, last]), html: toHtml(subject, parts, footer, locale) };
}

function toText(parts: readonly Part[]): string {
  const paragraphs = parts.map((part) => {
    if ("text" in part) return part.text;
    if ("quote" in part) return `${part.label}\n${part.quote.replaceAll(/^/gm, "> ")}`;
    return `${part.label}\n${"link" in part ? part.link : part.code}`;
  });
  return `${paragraphs.join("\n\n")}\n`;
}

// Mail programs know no style sheets of ours and no scripts: plain elements with inline styles.
const BODY =
  "margin:0;padding:24px;background:#f7f4ec;color:#1c1914;font:16px/1.55 Helvetica,Arial,sans-serif";
const BUTTON =
  "display:inline-block;padding:10px 18px;background:#14645a;color:#fcfaf4;text-decoration:none;border-radius:2px";
const CODE =
  "font:14px/1.5 Menlo,Consolas,monospace;background:#f0ebe1;padding:8px 10px;word-break:break-all";
const QUOTE = "margin:0 0 16px;padding:2px 0 2px 12px;border-left:3px solid #c4bdae;white-space:pre-wrap";
const SMALL = "font-size:13px;color:#666158";

function toHtml(subject: string, parts: readonly Part[], footer: Footer, locale: Locale): string {
  const body = parts.map((part) => {
    if ("text" in part) return `<p>${escapeHtml(part.text)}</p>`;
    if ("code" in part)
      return `<p>${escapeHtml(part.label)}</p>\n<p style="${CODE}">${escapeHtml(part.code)}</p>`;
    if ("quote" in part)
      return `<p>${escapeHtml(part.label)}</p>\n<blockquote style="${QUOTE}">${escapeHtml(part.quote)}</blockquote>`;
    const link = escapeHtml(part.link);
    return `<p><a href="${link}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>\n<p style="${SMALL}">${link}</p>`;
  });
  const settings = footer.link === undefined ? "" : escapeHtml(footer.link);
  const off = settings && ` <a href="${settings}">${settings}</a>`;
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}">`,
    ...body,
    `<p style="${SMALL}">${escapeHtml(footer.text)}${off}</p>`,
    "</body></html>\n",
  ].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A line break in a subject would begin a header of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ").trim();
}
