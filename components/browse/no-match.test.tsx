import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { NoMatch } from "@/components/browse/no-match";
import { VettingChecks } from "@/components/publish/vetting-checks";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { LOCALES } from "@/lib/platform/i18n/routing";
import type { VettingCheck } from "@/lib/publishing/publications/publication";

test("a search that found nothing is said to be counted only when it was", () => {
  expect(htmlOf(<NoMatch search={{ q: "beekeeping" }} counted categories={[]} />)).toContain(
    "This search was counted",
  );
  for (const locale of LOCALES) {
    const counted = loadMessages(locale)["browse"] as { empty: Record<string, string> };
    const page = htmlOf(
      <NoMatch search={{ q: "someone@example.org" }} counted={false} categories={[]} />,
      locale,
    );
    expect(page).not.toContain(counted.empty["counted"]);
    expect(page).toContain(counted.empty["title-words"]);
  }
});

test("nothing found leads on: a feed of the same search, and categories that have something", () => {
  const page = htmlOf(
    <NoMatch search={{ q: "beekeeping" }} counted={false} categories={[{ value: "finance", count: 3 }]} />,
  );
  expect(page).toMatch(/href="[^"]*feed[^"]*q=beekeeping/);
  expect(page).toContain("/skills?category=finance");
});

test.each<[VettingCheck["reason"], string]>([
  ["none", "No examples to replay: the skill declares none"],
  ["not_runnable", "Examples not replayed: the market cannot run this skill"],
  ["not_idempotent", "Examples not replayed: the skill says that repeating a call has effects"],
  ["no_sandbox", "Examples not replayed: no sandbox is available on this server now"],
])("examples that were not replayed (%s) say why", (reason, words) => {
  const check = { kind: "examples", state: "skipped", ms: 3, counts: { total: 0, proven: 0 } } as const;
  expect(htmlOf(<VettingChecks checks={[{ ...check, ...(reason ? { reason } : {}) }]} />)).toContain(
    `<span>${words}</span>`,
  );
});
