import type { Labels } from "@/lib/platform/i18n/labels";
import { describe, expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { ReceiptSlip } from "@/components/receipts/receipt-slip";
import type { RunView } from "@/components/run/market-api";
import { RunResult } from "@/components/run/result/run-result";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { LOCALES } from "@/lib/platform/i18n/routing";
import type { ReceiptStatement } from "@/lib/payments/receipts/receipt-statement";

const RUN: RunView = {
  id: "run_1",
  state: "DONE",
  output: null,
  failure: null,
  fault: null,
  wall_ms: 12,
  receipt_id: "rcp_1",
};
const STATEMENT = {
  subject: [{ name: "skill/word-tally@1.0.0", digest: { sha256: "0".repeat(64) } }],
  predicate: {
    receiptId: "rcp_1",
    issuedAt: "2026-11-22T00:00:00.000Z",
    run: { inputDigest: "sha256:in", outputDigest: "sha256:out", runner: "bwrap", isolation: "kernel" },
    payment: { priceLamports: "100", creatorLamports: "95", feeLamports: "5" },
  },
} as unknown as ReceiptStatement;

describe.each(LOCALES)("in %s, what is no longer kept is said plainly", (locale) => {
  const {
    run: { form: labels },
    receipt,
  } = loadMessages(locale) as unknown as {
    run: { form: Labels<"run.form"> };
    receipt: Record<string, string>;
  };

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

  test("on the receipt, beside the digests that stay", () => {
    const slip = (cleared: boolean) =>
      htmlOf(
        <ReceiptSlip
          {...{
            statement: STATEMENT,
            cleared,
            skill: null,
            run: { slug: "a", version: "1.0.0" },
            keyId: "k",
            address: "a",
            localLedger: true,
          }}
        />,
        locale,
      );
    expect(slip(true)).toContain(receipt?.["notKept"]);
    expect(slip(true)).toContain("sha256:out");
    expect(slip(false)).not.toContain(receipt?.["notKept"]);
  });
});
