import { getTranslations } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";
import { layOutMail, type Part } from "@/lib/platform/mail/lay-out-mail";
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
  "price-changed": "footer-price",
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
