import type { Labels } from "@/lib/platform/i18n/labels";
import { describe, expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import type { RunView } from "@/components/run/market-api";
import { RunResult } from "@/components/run/result/run-result";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { LOCALES } from "@/lib/platform/i18n/routing";

const RUN: RunView = {
  id: "run_1",
  state: "DONE",
  output: null,
  failure: null,
  fault: null,
  wall_ms: 12,
  receipt_id: "rcp_1",
};
describe.each(LOCALES)("in %s, what is no longer kept is said plainly", (locale) => {
  const {
    run: { form: labels },
  } = loadMessages(locale) as unknown as { run: { form: Labels<"run.form"> } };

  test("where the output would be, with the receipt below it", () => {
    const show = (run: RunView) =>
      htmlOf(
        <RunResult
          {...{
            run,
            labels,
            locale,
            busy: null,
            priceLamports: "100",
            input: null,
            examples: [],
            fields: [],
            problem: null,
            last: null,
            forget: () => undefined,
            reload: () => undefined,
          }}
        />,
        locale,
      );
    const cleared = show({ ...RUN, cleared_at: "2026-12-31T00:00:00.000Z" });
    expect(cleared).toContain(labels.notKept);
    expect(cleared).toContain("/receipts/rcp_1");
    expect(cleared).not.toContain("run-output");
    expect(show({ ...RUN, output: { a: 1 }, cleared_at: null })).toContain("run-output");
  });
});
