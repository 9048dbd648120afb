import { getRequestConfig } from "next-intl/server";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { isLocale } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";

/** Messages and clock of one request. All times are shown in UTC. */
export default getRequestConfig(async ({ requestLocale }) => {
  const asked = await requestLocale;
  const locale = isLocale(asked) ? asked : DEFAULT_LOCALE;
  return { locale, messages: loadMessages(locale), timeZone: "UTC" };
});
