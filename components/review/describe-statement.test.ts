import { describe, expect, test } from "vitest";
import { describeStatement, leavesOf, STATEMENT_FIELDS } from "@/components/review/describe-statement";
import { LOCALES } from "@/lib/platform/i18n/routing";

const DIGEST = `sha256:${"a".repeat(64)}`;
const PREDICATE = {
  verdict: "seal",
  scope: "reduced",
  base: { version: "1.1.0", packageDigest: DIGEST, statementDigest: DIGEST },
  coveredFiles: { count: 2, digest: DIGEST },
  checklist: { verifier: ["files_read"], market: [] },
  verifier: "Vera",
  policy: "urn:policy",
  vettingReport: null,
  findingsDigest: DIGEST,
  executablesDigest: DIGEST,
  note: "Fine.",
  genesisHash: "g",
  nonce: "n",
  issuedAt: "2026-11-29T10:00:00.000Z",
  expiresAt: "2027-11-29T10:00:00.000Z",
  severity: "high",
  summary: "It leaks.",
  details: "See line 3.",
  whatToDo: "Update.",
  market: "https://market.example",
};
/** What both kinds of statements have, at once. */
const STATEMENT = {
  _type: "t",
  subject: [
    { name: "skill/a@1.0.0", digest: { sha256: "1" } },
    { name: "skill/a@1.1.0", digest: { sha256: "2" } },
  ],
  predicateType: "p",
  predicate: PREDICATE,
};

test.each<[unknown, [string, unknown[]][]]>([
  [{}, []],
  [
    { a: null, b: [], c: [1, true] },
    [
      ["a", []],
      ["b", []],
      ["c", [1, true]],
    ],
  ],
  [{ a: { b: { c: "x" } } }, [["a.b.c", ["x"]]]],
  [
    {
      s: [
        { n: 1, d: "p" },
        { n: 2, d: "q" },
      ],
    },
    [
      ["s.n", [1, 2]],
      ["s.d", ["p", "q"]],
    ],
  ],
  [{ a: [null, 1] }, [["a", [1]]]],
])("the leaves of %j", (value, leaves) => {
  expect([...leavesOf(JSON.stringify(value))]).toEqual(leaves);
});

describe.each(LOCALES)("in %s", (locale) => {
  test("every field of a statement has a name of its own, and none is left out", () => {
    const rows = describeStatement(JSON.stringify(STATEMENT), locale);
    expect(leavesOf(JSON.stringify(STATEMENT)).size).toBe(Object.keys(STATEMENT_FIELDS).length);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(Object.keys(STATEMENT_FIELDS).length);
    expect(
      rows.flatMap(({ name }) => (name.includes("predicate") || name.includes("_") ? [name] : [])),
    ).toEqual([]);
    expect(rows.flatMap(({ values }) => values)).toEqual(
      expect.arrayContaining(["Fine.", "skill/a@1.1.0", "2"]),
    );
  });

  test("a field that is new is shown under its own name", () => {
    const rows = describeStatement(
      JSON.stringify({ predicate: { verdict: "seal", extra: ["x", 1] } }),
      locale,
    );
    expect(rows.at(-1)).toEqual({ name: "predicate.extra", values: ["x", "1"], mono: true });
  });
});

test("in words of the reader", () => {
  const rows = describeStatement(JSON.stringify(STATEMENT), "en");
  const valuesOf = (name: string) => rows.find((row) => row.name === name)?.values;
  expect(valuesOf("Verdict")).toEqual(["Sealed"]);
  expect(valuesOf("Covers")).toEqual(["The seal covers what changed since 1.1.0: 2 files."]);
  expect(valuesOf("What you say")).toEqual(["Saw every file that the seal covers"]);
  expect(valuesOf("What the market found by itself")).toEqual([]);
  expect(valuesOf("Versions")).toEqual(["skill/a@1.0.0", "skill/a@1.1.0"]);
});
