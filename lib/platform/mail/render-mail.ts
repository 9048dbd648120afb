import { getTranslations } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  type MailContent,
  type MailedAccount,
  type RenderedMail,
  isNotice,
  type NoticeMail,
  NOTICE_PREFIX,
  isSecurityMail,
  type SecurityMail,
  SECURITY_PREFIX,
} from "@/lib/platform/mail/mail";
import { formatSecond } from "@/lib/platform/i18n/format";

/** A mail in parts: every part is one paragraph, as text and as HTML. */
type Part =
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
function layOutMail(title: string, parts: readonly Part[], footer: Footer, locale: Locale): RenderedMail {
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

/** Mails that tell what was done with an account; nobody asked for them by entering an address. */
const ABOUT_ACCOUNTS: ReadonlySet<MailContent["kind"]> = new Set([
  "account-closed",
  "email-changed",
  "transfer-offered",
  "transfer-begun",
  "transfer-accepted",
  "maintainer-invited",
  "maintainer-accepted",
  "maintainer-ended",
  "reading-given",
  "member-invited",
  "member-accepted",
  "member-changed",
  "member-ended",
]);

/**
 * Subject, text and HTML of a mail in one language. Nothing in it comes from anywhere but the messages and `content`.
 */
export function renderMail(content: MailContent, locale: Locale): RenderedMail {
  if (isNotice(content)) return renderNotice(content, locale);
  if (isSecurityMail(content)) return renderSecurityMail(content, locale);
  const t = getTranslations({ locale, namespace: "mail" });
  const values = valuesOf(content);
  const parts: Part[] = [
    { text: t(`${content.kind}.lead`, values) },
    { label: t(`${content.kind}.action`, values), link: content.link },
    ...("account" in content ? accountParts(content.account, t) : []),
    { text: t(`${content.kind}.note`, values) },
  ];
  const text = t(ABOUT_ACCOUNTS.has(content.kind) ? "footer-account" : "footer");
  return layOutMail(t(`${content.kind}.subject`, values), parts, { text }, locale);
}

function valuesOf(content: Exclude<MailContent, NoticeMail | SecurityMail>): Record<string, string | number> {
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
    case "join":
      return { minutes: content.minutes };
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
    case "maintainer-invited":
    case "maintainer-accepted":
    case "maintainer-ended":
    case "reading-given":
    case "member-invited":
    case "member-accepted":
    case "member-changed":
    case "member-ended":
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

/** Why somebody is told, by how the key of what they are told begins; others own the skill. */
const FOOTERS = {
  "domain-": "footer-domain",
  "own-challenge-": "footer-challenge",
  "price-": "footer-price",
  "access-closed": "footer-user",
  "following-": "footer-following",
  "own-question-": "footer-post",
  "own-posts-": "footer-post",
  "own-webhook-": "footer-webhook",
} as const;

/**
 * A mail about somebody's skill, challenge or domain: what happened, why, the page where something can be done, and
 * where such mails end.
 */
function renderNotice(content: NoticeMail, locale: Locale): RenderedMail {
  const t = getTranslations({ locale, namespace: "mail" });
  const { name, reason, link, settings, last } = content;
  const key = content.kind.slice(NOTICE_PREFIX.length);
  const parts: Part[] = [
    { text: t(`notice.${key}.lead`, { name }) },
    ...(reason === null
      ? []
      : [{ label: t(key === "following-digest" ? "news" : "notice.reason"), quote: reason }]),
    { label: t(`notice.${key}.action`), link },
    ...(last ? [{ text: t("notice.more") }] : []),
  ];
  const footer = { text: t(footerOf(key)), link: settings };
  const mail = layOutMail(t(`notice.${key}.subject`, { name }), parts, footer, locale);
  return { ...mail, unsubscribe: settings };
}

function footerOf(key: string) {
  for (const [prefix, footer] of Object.entries(FOOTERS)) if (key.startsWith(prefix)) return footer;
  return "footer-notice";
}

/**
 * A key is named by what follows its mark: nothing that programs take for a key is ever mailed but the
 * key of a new account (USK, draft upload).
 */
const withoutKeyMark = (name: string | null) => name?.replace(/^sk_/, "") ?? "";

/**
 * A mail about a way into somebody's account: what changed, when and how, the page where it is undone, and what else to
 * do then.
 */
function renderSecurityMail(content: SecurityMail, locale: Locale): RenderedMail {
  const t = getTranslations({ locale, namespace: "mail" });
  const { username, what, skill, by, link, last } = content;
  const key = content.kind.slice(SECURITY_PREFIX.length);
  const values = { username, what: withoutKeyMark(what), skill: skill ?? "" };
  const parts: Part[] = [
    { text: t(`security.${key}.lead`, values) },
    {
      text: t(`security.by-${by}`, {
        at: formatSecond(content.at, locale),
        with: withoutKeyMark(content.with),
      }),
    },
    { label: t(`security.${key}.action`), link },
    { text: t(`security.${key}.note`) },
    ...(last ? [{ text: t("security.more") }] : []),
  ];
  return layOutMail(t(`security.${key}.subject`, values), parts, { text: t("footer-account") }, locale);
}
