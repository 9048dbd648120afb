import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { loadMessages } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";

/** What a page in this language is sent for components, for tests. */
export const htmlOf = (what: ReactNode, locale: Locale = "en"): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={loadMessages(locale)} timeZone="UTC">
      {what}
    </NextIntlClientProvider>,
  );
