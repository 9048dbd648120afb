import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SetTable } from "@/components/sets/set-table";
import type { SetView } from "@/lib/catalogue/sets/get-set";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { loadMessages } from "@/lib/platform/i18n/translations";

const access = (more: object) => ({
  network: false,
  filesystem: false,
  subprocess: false,
  envVars: [],
  ...more,
});
const row = (slug: string, more: object) => ({
  slug,
  version: "1.2.0",
  auditState: "Unverified",
  audit: null,
  bondLamports: null,
  priceLamports: "0",
  access: access({}),
  ...more,
});
const part = (skill: string, more: object) => ({
  skill,
  range: "^1.0.0",
  state: "given",
  reason: null,
  given: { row: row(skill, more), versionId: "v", folder: skill, packageDigest: "d" },
});

const SET = {
  name: "starters",
  version: "1.0.0",
  parts: [
    part("quiet", {}),
    part("loud", { priceLamports: "5000", access: access({ network: true, envVars: ["TOKEN"] }) }),
    part("silent", { access: access({ network: null, filesystem: null, subprocess: null, envVars: null }) }),
    { skill: "gone", range: "*", state: "withdrawn", reason: "<b>a fault</b>", given: null },
  ],
  access: { network: true, filesystem: null, subprocess: null, envVars: ["TOKEN"], envVarsUndeclared: 1 },
  weakest: row("quiet", {}),
} as unknown as SetView;

function rowsOf(locale: Locale): string[] {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={loadMessages(locale)} timeZone="UTC">
      <SetTable set={SET} />
    </NextIntlClientProvider>,
  );
  expect(html).not.toContain("<b>a fault");
  return html.split("</tr>").map((text) =>
    text
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

test("each part says what it may touch and costs, one that is not given why, and the last row the sum", () => {
  const [, quiet, loud, silent, gone, sum] = rowsOf("en");
  expect(quiet).toMatch(/^quiet 1\.2\.0 \^1\.0\.0 .*Free nothing, as declared$/);
  expect(loud).toMatch(/lamports network, variables: TOKEN$/);
  expect(silent).toContain(
    "network not declared, files not declared, other programs not declared, variables of 1 skill not declared",
  );
  expect(gone).toBe("gone – * withdrawn: &lt;b&gt;a fault&lt;/b&gt;");
  expect(sum).toContain("All together Unverified – network, variables: TOKEN, files not declared");
});

test.each(LOCALES)("is in %s", (locale) => {
  expect(rowsOf(locale)).toHaveLength(7);
});
