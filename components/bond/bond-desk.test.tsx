import english from "@/lib/platform/i18n/messages/en/bond.json";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BondDesk } from "@/components/bond/bond-desk";

const labels = { ...english.desk, arbiter: english.arbiter, council: english.council };
const shared = {
  slug: "a-b",
  version: "1.0.0",
  waiting: null,
  parties: { arbiter: "Arb1ter", council: "C0uncil" },
  depositLamports: "400000000",
  labels,
  refusals: {},
  network: { localLedger: true, chain: "solana:localnet" },
  own: null,
} as const;

const depositIn = (vault: string) => ({ vault, parties: { creator: "Creat0r", ...shared.parties } });

test("the desks of two deposits stand on one page without choosing for each other", () => {
  const page = ["Vau1t", "Vau2t"].map((vault) =>
    renderToStaticMarkup(<BondDesk {...shared} deposit={depositIn(vault)} />),
  );
  for (const attribute of ["id", "name"]) {
    const [first, second] = page.map((desk) =>
      [...desk.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, value]) => value),
    );
    expect(first?.length).toBeGreaterThan(0);
    expect(first?.filter((value) => second?.includes(value))).toEqual([]);
  }
});

test("an owner without a wallet links one at the desk where a vault is opened; nobody else is asked to", () => {
  const link = <p>links here</p>;
  const desk = (vault: string | null, own: { wallets: string[]; link: typeof link } | null) =>
    renderToStaticMarkup(
      <BondDesk {...shared} deposit={vault === null ? null : depositIn(vault)} own={own} />,
    );
  expect(desk(null, { wallets: [], link })).toMatch(/one here.*links here/);
  for (const page of [
    desk(null, { wallets: ["Wa11et"], link }),
    desk("Vau1t", { wallets: [], link }),
    desk(null, null),
  ])
    expect(page).not.toMatch(/one here|is not linked|links here/);
});
