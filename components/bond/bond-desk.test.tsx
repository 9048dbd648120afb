import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BondDesk } from "@/components/bond/bond-desk";
import { BOND_LABELS, type BondLabels } from "@/components/bond/bond-labels";

const labels = Object.fromEntries(BOND_LABELS.map((name) => [name, name])) as BondLabels;
const shared = {
  slug: "a-b",
  version: "1.0.0",
  waiting: null,
  parties: { arbiter: "Arb1ter", council: "C0uncil" },
  labels,
  refusals: {},
  network: { localLedger: true, chain: "solana:localnet" },
} as const;

test("the desks of two deposits stand on one page without choosing for each other", () => {
  const page = ["Vau1t", "Vau2t"].map((vault) =>
    renderToStaticMarkup(<BondDesk {...shared} vault={vault} />),
  );
  for (const attribute of ["id", "name"]) {
    const [first, second] = page.map((desk) =>
      [...desk.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, value]) => value),
    );
    expect(first?.length).toBeGreaterThan(0);
    expect(first?.filter((value) => second?.includes(value))).toEqual([]);
  }
});
