import { expect, test } from "vitest";
import { readSetText } from "./read-set-text";

const MARKET = "https://market.example";
const lock = (market: string, version = "1.2.0") =>
  JSON.stringify({ lockfileVersion: 3, skills: { one: { market, version, folders: [".claude/skills"] } } });

test.each([
  ["one", [{ skill: "one", range: "*" }]],
  [
    "one ^1.0.0\n\n  two@1.2.0  \r\n",
    [
      { skill: "one", range: "^1.0.0" },
      { skill: "two", range: "1.2.0" },
    ],
  ],
  ["", []],
  [lock(MARKET), [{ skill: "one", range: "^1.2.0" }]],
  [lock(`${MARKET}/`, "2026.01.05"), [{ skill: "one", range: "2026.01.05" }]],
  [lock(MARKET, "1.0.0-rc.1"), [{ skill: "one", range: "1.0.0-rc.1" }]],
])("%j", (text, parts) => expect(readSetText(text, MARKET)).toEqual(parts));

test.each(["one ^1.0.0 two", lock("https://other.example"), "{", '{"skills": []}'])(
  "%j is refused",
  (text) => {
    expect(() => readSetText(text, MARKET)).toThrow(expect.objectContaining({ code: "REQUEST_INVALID" }));
  },
);
