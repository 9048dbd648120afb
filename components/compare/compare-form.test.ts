import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePath, namedSkill, readCompareAddress } from "@/components/compare/compare-form";

const read = (...skill: string[]) => readCompareAddress({ skill });

describe("the address of a comparison", () => {
  it("names skills once each, with a version where one is asked for", () => {
    expect(read("csv-profile", " json-diff@1.2.0-rc.1 ", "csv-profile").named).toEqual([
      { slug: "csv-profile" },
      { slug: "json-diff", version: "1.2.0-rc.1" },
    ]);
    expect(readCompareAddress({ skill: "csv-profile" }).named).toEqual([{ slug: "csv-profile" }]);
    expect(readCompareAddress({})).toEqual({ named: [], left: [], unreadable: [], onlyDifferences: false });
  });

  it("holds four and tells which were left out", () => {
    const { named, left } = read("a", "b", "c", "d", "e", "f@2.0.0");
    expect(named.map(({ slug }) => slug)).toEqual(["a", "b", "c", "d"]);
    expect(left).toEqual(["e", "f@2.0.0"]);
  });

  it("tells what can be no name, cut short, and never hands it on", () => {
    const { named, unreadable } = read("a\u0000b", "x".repeat(300), "../etc", "A B", "ok");
    expect(named).toEqual([{ slug: "ok" }]);
    expect(unreadable).toEqual(["a\u0000b", "x".repeat(64), "../etc", "A B"]);
  });

  it("is bounded and can be read again, whatever it says", () => {
    const anything = fc.record({ skill: fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,3}$/))) });
    fc.assert(
      fc.property(anything, (query) => {
        const { named, left, unreadable } = readCompareAddress(query);
        expect(named.length).toBeLessThanOrEqual(4);
        expect(left.length + unreadable.length).toBeLessThanOrEqual(20);
        const written = new URL(comparePath(named), "http://x").searchParams.getAll("skill");
        expect(readCompareAddress({ skill: written }).named).toEqual(named);
      }),
    );
  });

  it("is written in the same form each time, with the version only of what is not the latest", () => {
    expect(comparePath([])).toBe("/compare");
    expect(comparePath([{ slug: "a" }, { slug: "b", version: "1.0.0" }], true)).toBe(
      "/compare?skill=a&skill=b@1.0.0&only=differences",
    );
    expect(namedSkill({ slug: "a", version: "1.0.0", isLatest: true })).toEqual({ slug: "a" });
    expect(namedSkill({ slug: "a", version: "1.0.0", isLatest: false })).toEqual({
      slug: "a",
      version: "1.0.0",
    });
  });
});
