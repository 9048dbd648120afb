import { expect, test } from "vitest";
import { readLimitForm, type EnteredLimit } from "./read-limit-form";

const FORM: EnteredLimit = {
  perCall: "100000",
  perDay: "1000000",
  lastDay: "",
  leastAuditState: "Unverified",
  askAbove: "",
  scopes: "",
};
const LIMIT = {
  perCallLamports: "100000",
  perDayLamports: "1000000",
  until: null,
  leastAuditState: "Unverified",
  askAboveLamports: null,
  scopes: [],
};
const skill = (name: string, perDayLamports: string) => ({ kind: "skill", name, perDayLamports });
const lines = (count: number) => Array.from({ length: count }, (_, at) => `skill s${at} 1`).join("\n");

test.each<[string, Partial<EnteredLimit>, object]>([
  ["is read as it is", {}, LIMIT],
  ["may have its digits in groups", { perDay: " 1,000 000 " }, LIMIT],
  ["may be nothing", { perCall: "0" }, { ...LIMIT, perCallLamports: "0" }],
  [
    "may be as large as an amount can be",
    { perDay: "18446744073709551615" },
    { ...LIMIT, perDayLamports: "18446744073709551615" },
  ],
  ["ends with its last day", { lastDay: "2027-02-28" }, { ...LIMIT, until: "2027-03-01T00:00:00.000Z" }],
  ["asks above an amount", { askAbove: "50,000" }, { ...LIMIT, askAboveLamports: "50000" }],
  ["asks above nothing", { askAbove: "0" }, { ...LIMIT, askAboveLamports: "0" }],
  ["asks for an audit", { leastAuditState: "Audited" }, { ...LIMIT, leastAuditState: "Audited" }],
  [
    "names what may be spent on what",
    { scopes: "\n skill  csv-profile  10,000 \r\npublisher * 5\norganisation north-quay 0\n" },
    {
      ...LIMIT,
      scopes: [
        skill("csv-profile", "10000"),
        { kind: "publisher", name: "*", perDayLamports: "5" },
        { kind: "organisation", name: "north-quay", perDayLamports: "0" },
      ],
    },
  ],
])("a limit %s", (_name, entered, wanted) => {
  expect(readLimitForm({ ...FORM, ...entered })).toEqual({ ok: true, wanted });
});

test("fifty lines are read, and one more is not", () => {
  expect(readLimitForm({ ...FORM, scopes: lines(50) })).toMatchObject({ ok: true });
  expect(readLimitForm({ ...FORM, scopes: lines(51) })).toEqual({ ok: false, field: "scopes" });
});

test.each<[keyof EnteredLimit, readonly string[]]>([
  ["perCall", ["", " ", "-1", "1.5", "1e9", "0x10", "01", "18446744073709551616", "٣", "none"]],
  ["perDay", ["", "-1", "0.1 SOL", "18446744073709551616"]],
  ["lastDay", ["2027-02-30", "2027-2-3", "tomorrow", "02/03/2027", "2027-13-01", "2027-02-28T00:00:00Z"]],
  ["leastAuditState", ["", "audited", "Rejected"]],
  ["askAbove", ["-1", "x", "1.0"]],
  [
    "scopes",
    [
      "csv-profile 5",
      "skill csv-profile",
      "skill csv-profile five",
      "wallet x 5",
      "skill a b 5",
      `skill ${"s".repeat(65)} 1`,
    ],
  ],
])("%s is refused for what it cannot say", (field, texts) => {
  for (const text of texts) expect(readLimitForm({ ...FORM, [field]: text })).toEqual({ ok: false, field });
});
