import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RunInvitation } from "@/components/skill/overview/run-invitation";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import type { SkillDetail } from "@/lib/registry/views";
import { explainObstacle, type CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

const skill = (facts: Partial<SkillDetail>) =>
  ({ runnable: false, withdrawn: false, priceLamports: "0", obstacles: [], ...facts }) as SkillDetail;

const show = (facts: Partial<SkillDetail>, locale = "en") =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={loadMessages(locale as "en")} timeZone="UTC">
      <RunInvitation skill={skill(facts)} href="#run" median={null} />
    </NextIntlClientProvider>,
  );

const MISSING: CallObstacle = { code: "CALL_MODULE", names: ["requests", "yaml"] };
const WAITS: CallObstacle = { code: "CALL_NOT_RUN", names: [] };

test("a version that is not called shows no price, no way to call it, and why", () => {
  for (const obstacle of [MISSING, WAITS]) {
    const html = show({ obstacles: [obstacle] });
    expect(html).toContain(explainObstacle(obstacle).slice(0, 30));
    expect(html).not.toMatch(/SOL|lamports|Free|btn/);
  }
});

test.each(LOCALES)("each cause is told in %s, with what it is about", (locale) => {
  const html = show({ obstacles: [MISSING] }, locale);
  expect(html).toContain("requests, yaml");
  expect(html.includes("It imports")).toBe(locale === "en");
});

test("one whose reason nobody has read yet says so", () => {
  expect(show({})).toContain("has not read yet");
});
