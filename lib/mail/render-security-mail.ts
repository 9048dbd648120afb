import { formatSecond } from "@/lib/i18n/format-date";
import { getTranslations } from "@/lib/i18n/get-translations";
import type { Locale } from "@/lib/i18n/routing";
import { layOutMail, type Part } from "@/lib/mail/lay-out-mail";
import type { RenderedMail } from "@/lib/mail/mail";
import { SECURITY_PREFIX, type SecurityMail } from "@/lib/mail/security-mail";

/**
 * A key is named by what follows its mark: nothing that programs take for a key is ever mailed but the
 * key of a new account (USK, draft upload).
 */
const withoutKeyMark = (name: string | null) => name?.replace(/^sk_/, "") ?? "";

/**
 * A mail about a way into somebody's account: what changed, when and how, the page where it is undone, and what else to
 * do then.
 */
export function renderSecurityMail(content: SecurityMail, locale: Locale): RenderedMail {
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
