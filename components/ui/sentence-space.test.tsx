import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SentenceSpace } from "@/components/ui/sentence-space";
import type { Locale } from "@/lib/platform/i18n/routing";

const between = (locale: Locale) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={{}} timeZone="UTC">
      <SentenceSpace />
    </NextIntlClientProvider>,
  );

test("sentences are parted by a space, and in Chinese by the full stop alone", () => {
  expect(between("en")).toBe(" ");
  expect(between("ko")).toBe(" ");
  expect(between("zh-Hans")).toBe("");
});
