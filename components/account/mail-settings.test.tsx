import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { MailSettings } from "@/components/account/mail-settings";
import type { Locale } from "@/lib/platform/i18n/routing";

/** The language that saving the form would set, on the Korean page. */
function offered(chosen: Locale | null): string | undefined {
  const html = htmlOf(
    <MailSettings
      account={{
        mails: { notices: true, earning: true, advisories: "all", following: "none", locale: chosen },
        emailVerified: true,
      }}
      save={() => Promise.resolve()}
    />,
    "ko",
  );
  return [...html.matchAll(/<option value="([^"]+)" selected="">/g)].at(-1)?.[1];
}

test("who has chosen no language for mails is offered the one they read", () => {
  expect([offered(null), offered("zh-Hans")]).toEqual(["ko", "zh-Hans"]);
});
