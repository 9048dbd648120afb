import { getTranslations } from "@/lib/i18n/get-translations";
import type { Locale } from "@/lib/i18n/routing";
import type { MailContent, MailedAccount, RenderedMail } from "@/lib/mail/mail";

/** A mail in parts: every part is one paragraph, as text and as HTML. */
type Part = { text: string } | { label: string; link: string } | { label: string; code: string };

/** Subject, text and HTML of a mail in one language. Nothing in it comes from anywhere but the messages and `content`. */
export function renderMail(content: MailContent, locale: Locale): RenderedMail {
  const t = getTranslations({ locale, namespace: "mail" });
  const values = valuesOf(content);
  const subject = oneLine(t(`${content.kind}.subject`, values));
  const parts: Part[] = [
    { text: t(`${content.kind}.lead`, values) },
    { label: t(`${content.kind}.action`, values), link: content.link },
    ...("account" in content ? accountParts(content.account, t) : []),
    { text: t(`${content.kind}.note`, values) },
  ];
  const footer = t("footer");
  return {
    subject,
    text: toText([...parts, { text: footer }]),
    html: toHtml(subject, parts, footer, locale),
  };
}

function valuesOf(content: MailContent): Record<string, string | number> {
  switch (content.kind) {
    case "draft-verify":
      return { slug: content.slug, hours: content.hours };
    case "draft-claimed":
      return { slug: content.slug, username: content.account.username };
    case "agent-verify":
      return { agent: content.agent, days: content.days };
    case "agent-claimed":
      return { agent: content.agent, count: content.skills, username: content.account.username };
    case "owner-verify":
      return { username: content.username, hours: content.hours };
    case "owner-registered":
      return { username: content.account.username };
    case "password-reset":
      return { username: content.username, minutes: content.minutes };
    case "no-account":
      return {};
    case "email-verify":
      return { username: content.username, hours: content.hours };
    case "email-taken":
      return { username: content.username, owner: content.owner };
    case "email-changed":
      return { username: content.username, email: content.email };
    case "account-closed":
      return { username: content.username };
    case "transfer-offered":
    case "transfer-begun":
    case "transfer-accepted":
      return { slug: content.slug, from: content.from, to: content.to };
  }
}

function accountParts(account: MailedAccount, t: (key: string) => string): Part[] {
  const parts: Part[] = [];
  if (account.apiKey !== null) {
    parts.push({ text: t("new-account") }, { label: t("api-key"), code: account.apiKey });
  }
  if (account.passwordLink !== null) parts.push({ label: t("set-password"), link: account.passwordLink });
  return parts;
}

function toText(parts: readonly Part[]): string {
  const paragraphs = parts.map((part) => {
    if ("text" in part) return part.text;
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
const SMALL = "font-size:13px;color:#666158";

function toHtml(subject: string, parts: readonly Part[], footer: string, locale: Locale): string {
  const body = parts.map((part) => {
    if ("text" in part) return `<p>${escapeHtml(part.text)}</p>`;
    if ("code" in part)
      return `<p>${escapeHtml(part.label)}</p>\n<p style="${CODE}">${escapeHtml(part.code)}</p>`;
    const link = escapeHtml(part.link);
    return `<p><a href="${link}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>\n<p style="${SMALL}">${link}</p>`;
  });
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}">`,
    ...body,
    `<p style="${SMALL}">${escapeHtml(footer)}</p>`,
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
