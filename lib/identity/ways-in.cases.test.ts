import fs from "node:fs";
import { expect, test } from "vitest";
import { ENDINGS, isAskedTooEarly, isEndedBy, WAYS_IN, waysEnded, type WayIn } from "@/lib/identity/ways-in";

const ways = Object.keys(WAYS_IN) as WayIn[];

test.each<[Parameters<typeof waysEnded>[0], string[]]>([
  ["sign-out-everywhere", ["sessionVersion", "waysEndedAt"]],
  ["new-password", ["sessionVersion", "waysEndedAt"]],
  ["new-password-and-keys", ["sessionVersion", "waysEndedAt"]],
  ["address-changed", ["waysEndedAt"]],
  ["role-changed", ["sessionVersion", "waysEndedAt"]],
  ["account-closed", ["sessionVersion", "waysEndedAt"]],
])("%s changes of the account's row %j", (ending, columns) => {
  const now = new Date();
  const changes = waysEnded(ending, now);
  expect(Object.keys(changes)).toEqual(columns);
  if (changes.waysEndedAt) expect(changes.waysEndedAt).toBe(now);
});

test.each([
  ["nothing was ended", null, false],
  ["it was asked for before", "2026-11-28T10:00:00.001Z", true],
  ["it was asked for in the same moment", "2026-11-28T10:00:00.000Z", false],
  ["it was asked for after", "2026-11-28T09:59:59.999Z", false],
])("a link counts by when it was asked for: %s", (_name, ended, expected) => {
  const waysEndedAt = ended === null ? null : new Date(ended);
  expect(isAskedTooEarly(new Date("2026-11-28T10:00:00Z"), { waysEndedAt })).toBe(expected);
});

test.each(["docs/accounts.md", "docs/zh-Hans/accounts.md", "docs/ko/accounts.md"])(
  "%s shows the table",
  (page) => {
    const text = fs.readFileSync(page, "utf8");
    const row = new RegExp(`^\\|(?:[^|]*\\|){${ENDINGS.length + 1}}$`);
    const rows = text.split("\n").filter((line) => row.test(line));
    const cells = rows.map((line) =>
      line
        .split("|")
        .slice(2, -1)
        .map((cell) => cell.trim()),
    );
    const expected = ways.map((way) => ENDINGS.map((ending) => (isEndedBy(way, ending) ? "×" : "")));
    expect(cells.slice(2)).toEqual(expected);
  },
);
