import { describe, expect, test } from "vitest";
import type { WantedLimits } from "@/client";
import { readAsWanted } from "@/client/limit-spending";
import {
  writeSpendingStatement,
  type SpendingPredicate,
  type SpendingScope,
} from "@/lib/payments/limits/spending-statement";

// A market that prepares another statement than was wanted.
const PAYER = "9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu";
const OTHER = "GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse";
const NOW = new Date("2026-11-29T12:00:00.000Z");
const signing = { market: "https://market.example", payer: PAYER, now: NOW };
const wanted: WantedLimits = {
  until: "2027-01-01T00:00:00.000Z",
  perCallLamports: "100",
  perDayLamports: "1000",
  scopes: [
    { kind: "skill", name: "amounts", perDayLamports: "500" },
    { kind: "publisher", name: "*", perDayLamports: "700" },
    { kind: "organisation", name: "acc_7", perDayLamports: "0" },
  ],
  leastAuditState: "Optimistic",
  askAboveLamports: "50",
};
const prepared = {
  market: signing.market,
  payer: PAYER,
  sequence: 3,
  replaces: `sha256:${"a".repeat(64)}`,
  issuedAt: NOW.toISOString(),
  ...wanted,
  scopes: [
    { kind: "skill", id: "skl_1", name: "amounts", perDayLamports: "500" },
    { kind: "publisher", id: "*", name: "*", perDayLamports: "700" },
    { kind: "organisation", id: "acc_7", name: "acme", perDayLamports: "0" },
  ],
} satisfies SpendingPredicate;
const { market, payer, sequence, replaces, issuedAt } = prepared;
const removed = { market, payer, sequence, replaces, issuedAt, removed: true } satisfies SpendingPredicate;
const anotherScope: SpendingScope = { kind: "skill", id: "skl_2", name: "sums", perDayLamports: "1" };
const withScope = (at: number, change: Partial<SpendingScope>): SpendingPredicate => ({
  ...prepared,
  scopes: prepared.scopes.map((scope, index): SpendingScope =>
    index === at ? { ...scope, ...change } : scope,
  ),
});

test("what was wanted is read, with the ids of the market", () => {
  const limits = { ...wanted, scopes: prepared.scopes };
  expect(readAsWanted(writeSpendingStatement(prepared), wanted, signing)).toEqual(limits);
  expect(readAsWanted(writeSpendingStatement(removed), null, signing)).toBeNull();
});

describe("nothing is signed of a statement that", () => {
  test.each<[string, SpendingPredicate]>([
    ["allows more for a call", { ...prepared, perCallLamports: "101" }],
    ["allows more for a day", { ...prepared, perDayLamports: "1001" }],
    ["does not end", { ...prepared, until: null }],
    ["ends later", { ...prepared, until: "2027-01-01T00:00:00.001Z" }],
    ["asks for less", { ...prepared, leastAuditState: "Unverified" }],
    ["never asks a person", { ...prepared, askAboveLamports: null }],
    ["asks a person later", { ...prepared, askAboveLamports: "51" }],
    ["has a scope less", { ...prepared, scopes: prepared.scopes.slice(0, 2) }],
    ["has no scope", { ...prepared, scopes: [] }],
    ["has a scope more", { ...prepared, scopes: [...prepared.scopes, anotherScope] }],
    ["has the scopes in another order", { ...prepared, scopes: prepared.scopes.toReversed() }],
    ["allows a skill more", withScope(0, { perDayLamports: "501" })],
    ["names another skill", withScope(0, { name: "sums" })],
    ["means each skill by one", withScope(0, { id: "*", name: "*" })],
    ["means one publisher by each", withScope(1, { id: "acc_1", name: "acme" })],
    ["means another id", withScope(2, { id: "acc_8", name: "acme" })],
    ["is of another kind", withScope(2, { kind: "publisher" })],
    ["is of another wallet", { ...prepared, payer: OTHER }],
    ["is for another market", { ...prepared, market: "https://other.example" }],
    ["is old", { ...prepared, issuedAt: "2026-11-29T11:49:59.000Z" }],
    ["is of the future", { ...prepared, issuedAt: "2026-11-29T12:10:01.000Z" }],
    ["removes the limits", removed],
  ])("%s", (_, said) => {
    const read = () => readAsWanted(writeSpendingStatement(said), wanted, signing);
    expect(read).toThrow(/is not what was wanted\. .+\. Nothing was signed\.$/);
  });

  test("sets limits where they are to end", () => {
    expect(() => readAsWanted(writeSpendingStatement(prepared), null, signing)).toThrow(
      "not what was wanted",
    );
  });

  test.each<[string, (text: string) => string]>([
    ["is not in its canonical form", (text) => ` ${text}`],
    ["has a member twice", (text) => text.replace('{"_type"', '{"_type":"x","_type"')],
    ["is no JSON", (text) => text.slice(1)],
    ["is empty", () => ""],
    ["is of another type", (text) => text.replaceAll("spending-limit", "spending-limits")],
  ])("%s", (_, change) => {
    const text = change(writeSpendingStatement(prepared));
    expect(() => readAsWanted(text, wanted, signing)).toThrow("It is no statement of limits");
  });
});
