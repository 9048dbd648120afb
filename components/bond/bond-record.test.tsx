import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { BondRecord, NoDeposit } from "@/components/bond/bond-record";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { LOCALES } from "@/lib/platform/i18n/routing";

const parties = { creator: "Creat0r", arbiter: "Arb1ter", council: "C0uncil" };
const bond = {
  id: "bnd_1",
  vaultAddress: "Vau1t",
  state: "locked",
  amountLamports: 500_000_000n,
  requiredLamports: 500_000_000n,
  parties,
  checkedAt: new Date("2026-11-23T00:00:00Z"),
  moves: [],
};

test.each(LOCALES)(
  "the page of a bond says between whom it is, and that others were named since (%s)",
  (locale) => {
    const messages = loadMessages(locale);
    const shown = (isFormer: boolean, kept: typeof parties | null = parties) =>
      htmlOf(<BondRecord bond={{ ...bond, parties: kept }} isFormer={isFormer} />, locale);
    const { creator, arbiter, council, formerParties } = (messages as { bond: Record<string, string> }).bond;
    for (const [term, address] of [
      [creator, parties.creator],
      [arbiter, parties.arbiter],
      [council, parties.council],
    ])
      expect(shown(true)).toMatch(new RegExp(`<dt>${term}</dt><dd[^>]*>${address}</dd>`, "u"));
    expect(shown(true)).toContain(formerParties);
    expect(shown(false)).not.toContain(formerParties);
    expect(shown(false, null)).not.toContain(`<dt>${arbiter}</dt>`);
  },
);

test("who has signed a move stands one below the other", () => {
  const move = {
    id: "bmv_1",
    kind: "slash",
    state: "sent",
    destination: "D0ubter",
    signature: null,
    transaction: null,
  };
  const signed = [parties.arbiter, parties.council];
  const shown = htmlOf(
    <BondRecord bond={{ ...bond, moves: [{ ...move, signers: signed, signed }] }} isFormer={false} />,
  );
  for (const address of signed) expect(shown).toContain(`<span class="block">${address}</span>`);
});

test.each(LOCALES)(
  "a deposit that no longer counts is not said to have left while it is there (%s)",
  (locale) => {
    const messages = loadMessages(locale);
    const shown = (amountLamports: bigint) =>
      htmlOf(<BondRecord bond={{ ...bond, state: "released", amountLamports }} isFormer={false} />, locale);
    const { released } = (messages as { bond: Record<string, string> }).bond;
    expect(shown(0n)).toContain(released);
    expect(shown(400_000_000n)).not.toContain(released);
    expect(shown(400_000_000n)).toContain("0.4 SOL");
  },
);

test.each(LOCALES)("without a deposit the page says whether there can be one (%s)", (locale) => {
  const messages = loadMessages(locale);
  const { noneText, endedText, notOffered } = (messages as { bond: Record<string, string> }).bond;
  for (const [offered, upheld, said] of [
    [true, false, noneText],
    [true, true, endedText],
    [false, true, notOffered],
  ] as const) {
    const shown = htmlOf(<NoDeposit offered={offered} upheld={upheld} />, locale);
    for (const text of [noneText, endedText, notOffered]) {
      if (text === said) expect(shown).toContain(text);
      else expect(shown).not.toContain(text);
    }
  }
});

test.each(LOCALES)("a party that signs by itself is said to, and no other (%s)", (locale) => {
  const messages = loadMessages(locale);
  const shown = (own: readonly string[]) =>
    htmlOf(<BondRecord bond={bond} isFormer={false} own={own} />, locale);
  const words = (messages as { bond: { own: { arbiter: string; council: string } } }).bond.own;
  const said = (own: readonly string[]) =>
    [words.arbiter, words.council].map((each) => shown(own).includes(each));
  expect(said([])).toEqual([false, false]);
  expect(said([parties.arbiter])).toEqual([true, false]);
  expect(said([parties.arbiter, parties.council])).toEqual([true, true]);
  expect(said([parties.creator])).toEqual([false, false]);
});
