import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SkillRowItem } from "@/components/skill/skill-row-item";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import type { Resembled } from "@/lib/registry/names/find-confusable-name";
import type { SkillRow } from "@/lib/registry/views";

const ROW: Partial<SkillRow> = {
  slug: "csv-profiles",
  displayName: "csv-profiles",
  description: "Profiles tables.",
  auditState: "Unverified",
  trustLevel: "community",
  claimStatus: "registered",
  access: {
    network: false,
    filesystem: false,
    subprocess: false,
    envVars: [],
    origins: { network: "declared", filesystem: "declared", subprocess: "declared", envVars: "declared" },
  },
  rating: { average: null, count: 0 },
  priceLamports: "0",
  convertsTo: [],
  examplesTotal: 0,
  calls7d: 0,
};

test.each(LOCALES)(
  "a row named almost like an older skill says so, and has one link still (%s)",
  (locale) => {
    const render = (resembled?: Resembled) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale={locale} messages={loadMessages(locale)} timeZone="UTC">
          <SkillRowItem skill={ROW as SkillRow} resembled={resembled} />
        </NextIntlClientProvider>,
      );
    const html = render({ slug: "csv-profile", publisher: "ledgerline" });
    expect(html).toMatch(/csv-profile(?!s).*ledgerline|ledgerline.*csv-profile(?!s)/);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(render()).not.toContain("ledgerline");
  },
);
