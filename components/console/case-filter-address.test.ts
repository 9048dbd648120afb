import fc from "fast-check";
import { expect, test } from "vitest";
import { readCaseFilter, writeCaseFilter } from "@/components/console/case-filter-address";

test.each([
  [{}, {}, ""],
  [{ language: "ko", runtime: "none" }, { language: "ko", runtime: "none" }, "?language=ko&runtime=none"],
  [{ language: "fr", size: "huge", severity: "worst", runtime: "cobol" }, {}, ""],
  [
    { size: "large", severity: "none", owner: " ann " },
    { size: "large", severity: "none", owner: "ann" },
    "?size=large&severity=none&owner=ann",
  ],
  [{ sort: "severity" }, { sort: "severity" }, "?sort=severity"],
  [{ sort: "waiting" }, { sort: "waiting" }, ""],
  [{ owner: "" }, {}, ""],
  [{ owner: "a\0b" }, {}, ""],
  [{ owner: "a b" }, {}, ""],
  [{ severity: ["high", "low"] }, { severity: "high" }, "?severity=high"],
  [{ problem: "X", page: "3" }, {}, ""],
])("%j is read", (query, filter, written) => {
  expect(readCaseFilter(query)).toEqual(filter);
  expect(writeCaseFilter(readCaseFilter(query))).toBe(written);
});

test("whatever an address says, what is written is read as the same", () => {
  const word = fc.oneof(fc.string(), fc.constantFrom("ko", "none", "high", "severity", "small", "python3"));
  const names = ["language", "runtime", "size", "owner", "severity", "sort"];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), word), (query) => {
      const read = readCaseFilter(query);
      const again = readCaseFilter(Object.fromEntries(new URLSearchParams(writeCaseFilter(read))));
      expect({ sort: "waiting", ...again }).toEqual({ sort: "waiting", ...read });
    }),
  );
});
