import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WhyNot, type Obstacle } from "@/components/run/payment/why-not";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import type { RunLabels } from "@/components/run/run-labels";

const POOR: Obstacle = {
  kind: "poor",
  shortage: { held: 55_001n, needs: 945_880n, missing: 890_879n },
};

function show(
  obstacle: Obstacle,
  { locale = "en", localLedger = true }: { locale?: Locale; localLedger?: boolean } = {},
) {
  const labels = loadMessages(locale)["run"] as unknown as RunLabels;
  return renderToStaticMarkup(
    <WhyNot
      id="why"
      obstacle={obstacle}
      address="payer"
      labels={labels}
      network={{ localLedger, chain: "solana:localnet" }}
      onMoney={() => undefined}
    />,
  );
}

test("a wallet that is too poor is told what it holds, needs and lacks, in both units", () => {
  const said = show(POOR);
  expect(said).toContain("The wallet holds 55,001 lamports (0.000055001 SOL).");
  expect(said).toContain("This needs 945,880 lamports (0.00094588 SOL);");
  expect(said).toContain("890,879 lamports (0.000890879 SOL) are missing.");
});

test("test money is offered on the local ledger alone, and only to who lacks money", () => {
  expect(show(POOR)).toContain("Get test money here");
  expect(show(POOR, { localLedger: false })).not.toContain("<button");
  expect(show({ kind: "wallet" })).not.toContain("<button");
});

test.each(LOCALES)("each obstacle has its own line in %s, and no place in it stays open", (locale) => {
  const lines = [POOR, { kind: "wallet" } as const, { kind: "creator" } as const].map((obstacle) =>
    show(obstacle, { locale }),
  );
  expect(new Set(lines).size).toBe(3);
  expect(lines.join("")).not.toMatch(/[{}]/);
});
