import type { Labels } from "@/lib/platform/i18n/labels";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TooPoor } from "@/components/run/payment/too-poor";
import { WhyNot } from "@/components/run/run-buttons";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";

const SHORTAGE = { held: 55_001n, needs: 945_880n, missing: 890_879n };

const given = (locale: Locale, localLedger: boolean) => ({
  address: "payer",
  labels: (loadMessages(locale)["run"] as { form: Labels<"run.form"> }).form,
  network: { localLedger, chain: "solana:localnet" as const },
  onMoney: () => undefined,
});

const showPoor = ({ locale = "en", localLedger = true }: { locale?: Locale; localLedger?: boolean } = {}) =>
  renderToStaticMarkup(<TooPoor {...given(locale, localLedger)} shortage={SHORTAGE} />);

const show = (kind: "wallet" | "creator", locale: Locale = "en") =>
  renderToStaticMarkup(<WhyNot {...given(locale, true)} id="why" obstacle={{ kind }} />);

test("a wallet that is too poor is told what it holds, needs and lacks, in both units", () => {
  const said = showPoor();
  expect(said).toContain("The wallet holds 55,001 lamports (0.000055001 SOL).");
  expect(said).toContain("This needs 945,880 lamports (0.00094588 SOL);");
  expect(said).toContain("890,879 lamports (0.000890879 SOL) are missing.");
});

test("test money is offered on the local ledger alone, and only to who lacks money", () => {
  expect(showPoor()).toContain("Get test money here");
  expect(showPoor({ localLedger: false })).not.toContain("<button");
  expect(show("wallet")).not.toContain("<button");
});

test.each(LOCALES)("each obstacle has its own line in %s, and no place in it stays open", (locale) => {
  const lines = [showPoor({ locale }), show("wallet", locale), show("creator", locale)];
  expect(new Set(lines).size).toBe(3);
  expect(lines.join("")).not.toMatch(/[{}]/);
});
