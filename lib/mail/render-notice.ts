import { getTranslations } from "@/lib/i18n/get-translations";
import type { Locale } from "@/lib/i18n/routing";
import { layOutMail, type Part } from "@/lib/mail/lay-out-mail";
import type { RenderedMail } from "@/lib/mail/mail";
import { NOTICE_PREFIX, type NoticeMail } from "@/lib/mail/notice";

/** Why somebody is told, by how the key of what they are told begins; others own the skill. */
const FOOTERS = { "domain-": "footer-domain", "own-challenge-": "footer-challenge" } as const;

/**
 * A mail about somebody's skill, challenge or domain: what happened, why, the page where something can be done, and
 * where such mails end.
 */
export function renderNotice(content: NoticeMail, locale: Locale): RenderedMail {
  const t = getTranslations({ locale, namespace: "mail" });
  const { name, reason, link, settings, last } = content;
  const key = content.kind.slice(NOTICE_PREFIX.length);
  const parts: Part[] = [
    { text: t(`notice.${key}.lead`, { name }) },
    ...(reason === null ? [] : [{ label: t("notice.reason"), quote: reason }]),
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
