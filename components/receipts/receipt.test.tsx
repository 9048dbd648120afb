import { describe, expect, test } from "vitest";
import { ReceiptSlip } from "@/components/receipts/receipt-slip";
import { ReceiptTexts } from "@/components/receipts/receipt-texts";
import { htmlOf } from "@/components/testing/html-of";
import type { ReceiptStatement } from "@/lib/payments/receipts/receipt-statement";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { loadMessages } from "@/lib/platform/i18n/translations";
import type { RunTexts } from "@/lib/running/runs/get-run";

const PAYMENT = {
  payer: "Payer111111111111111111111111111111111111111",
  payee: "Payee111111111111111111111111111111111111111",
  priceLamports: "50000",
  creatorLamports: "47500",
  feeLamports: "2500",
  excessLamports: "0",
};
const statementOf = (payment: object) =>
  ({
    subject: [{ name: "skill/word-tally@1.0.0", digest: { sha256: "0".repeat(64) } }],
    predicate: {
      receiptId: "rcp_1",
      issuedAt: "2026-11-22T00:00:00.000Z",
      run: { inputDigest: "sha256:in", outputDigest: "sha256:out", runner: "bwrap", isolation: "kernel" },
      payment: { ...PAYMENT, ...payment },
    },
  }) as unknown as ReceiptStatement;

interface Words {
  onChain: Record<"confirmed" | "final" | "vanished", string>;
  excess: string;
  texts: Record<string, string>;
}

describe.each(LOCALES)("in %s", (locale) => {
  const words = (loadMessages(locale) as unknown as { receipt: Words }).receipt;
  const slip = (state: keyof Words["onChain"], payment = {}) =>
    htmlOf(
      <ReceiptSlip
        statement={statementOf(payment)}
        state={state}
        settledAt={new Date("2026-11-21T12:00:00Z")}
        skill={null}
        run={{ slug: "word-tally", version: "1.0.0" }}
        keyId="key"
        address="address"
        localLedger
      />,
      locale,
    );
  const texts = (given: RunTexts, signedIn = false) =>
    htmlOf(
      <ReceiptTexts
        texts={given}
        payer="Paye…1111"
        signedIn={signedIn}
        signInHref="/sign-in?return=x"
        problem={undefined}
        showTexts={async () => undefined}
      />,
      locale,
    );

  test("the slip says what was bought, when, for how much, by whom, and how sure the payment is", () => {
    for (const state of ["confirmed", "final", "vanished"] as const) {
      const html = slip(state);
      for (const said of [
        words.onChain[state],
        "word-tally 1.0.0",
        "0.00005 SOL",
        "2026-11-21",
        "sha256:out",
      ])
        expect(html).toContain(said);
      expect(html.split(PAYMENT.payer).length).toBeGreaterThan(2);
      expect(html.split(PAYMENT.payee).length).toBeGreaterThan(2);
    }
    expect(slip("final")).not.toContain(words.excess);
    expect(slip("final", { excessLamports: "7" })).toContain(words.excess);
    const token = {
      token: { mint: "Mint11111111111111111111111111111111111111", units: "1234", account: "a" },
    };
    expect(slip("final", token)).toContain("1,234");
    expect(slip("final", token)).not.toContain("0.00005 SOL");
  });

  test("input and output are shown, asked for or gone, each with its day", () => {
    const day = new Date("2026-12-24T00:00:00Z");
    const shown = texts({ state: "shown", input: { text: "mine" }, output: [1], until: day });
    expect(shown).toContain("mine");
    expect(shown).toContain("2026-12-24");
    expect(shown).not.toContain("<form");
    const closed = texts({ state: "closed", until: day });
    expect(closed).toContain("/sign-in?return=x");
    expect(closed).toContain(words.texts["token"]);
    expect(texts({ state: "closed", until: day }, true)).toContain("/settings#wallets");
    const ended = texts({ state: "ended", since: day });
    expect(ended).toContain("2026-12-24");
    expect(ended).not.toContain("<form");
  });
});
