import { describe, expect, test } from "vitest";
import { describeLimit } from "./describe-limit";
import { writeSpendingStatement, type SpendingTerms } from "@/lib/payments/limits/spending-statement";
import { LOCALES } from "@/lib/platform/i18n/routing";

const PAYER = "4M4xMBXxpbF7z4VByyeYEC7nTkhm4RafzzCwo8MzDZPu";
const DIGEST = `sha256:${"ab".repeat(32)}`;
const HEAD = {
  market: "https://market.example",
  payer: PAYER,
  sequence: 2,
  replaces: DIGEST,
  issuedAt: "2026-11-29T12:00:00.000Z",
};
const TERMS: SpendingTerms = {
  until: "2027-01-01T00:00:00.000Z",
  perCallLamports: "100000",
  perDayLamports: "1000000000",
  leastAuditState: "Audited",
  askAboveLamports: "50000",
  scopes: [
    { kind: "skill", id: "skl_1", name: "csv-profile", perDayLamports: "5" },
    { kind: "publisher", id: "*", name: "*", perDayLamports: "6" },
    { kind: "organisation", id: "acc_1", name: "north-quay", perDayLamports: "7" },
  ],
};

describe.each(LOCALES)("in %s", (locale) => {
  const said = (statement: object) =>
    describeLimit(writeSpendingStatement({ ...HEAD, ...statement } as typeof HEAD & SpendingTerms), locale);

  test("every field of a limit is said, each under a name of its own", () => {
    const rows = said(TERMS);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    const values = rows.flatMap((row) => row.values).join("\n");
    for (const part of [
      "100,000 lamports (0.0001 SOL)",
      "(1 SOL)",
      "50,000",
      "2027",
      "csv-profile (skl_1)",
      "north-quay (acc_1)",
      PAYER,
      DIGEST,
      HEAD.market,
      "2026",
    ])
      expect(values).toContain(part);
    expect(rows.find(({ values: [value] }) => value?.includes("csv-profile"))?.values).toHaveLength(3);
    expect(values).not.toContain("spending.limit");
  });

  test("what a limit does not say is said to be nothing", () => {
    const rows = said({ ...TERMS, until: null, askAboveLamports: null, scopes: [] });
    expect(rows.filter(({ values }) => values.length === 0)).toHaveLength(3);
  });

  test("a removal says that it is one, and nothing of amounts", () => {
    const text = said({ removed: true }).flatMap(({ values }) => values);
    expect(text).toHaveLength(6);
    expect(text.join()).not.toContain("lamports (");
  });
});

test("what is no statement has no fields", () => {
  expect(describeLimit("{}", "en")).toEqual([]);
});
