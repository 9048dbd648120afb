import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activeFilters,
  readSearch,
  withoutFilters,
  writeAgentSearch,
  writeSearch,
} from "@/components/browse/search-params";
import type { SkillSearch } from "@/lib/search/views";

function read(query: string): SkillSearch {
  const params = new URLSearchParams(query);
  return readSearch(Object.fromEntries([...params.keys()].map((key) => [key, params.getAll(key)])));
}

describe("readSearch", () => {
  it("reads every filter of the page", () => {
    expect(
      read(
        "q=extract&audit=Audited&audit=Optimistic&trust=verified&without=network&language=zh&runtime=python&platform=Cursor&category=data&capability=conversion&author=ann&publisher=bob&agent=bot&price=paid&proven=true&sort=calls&page=3",
      ),
    ).toEqual({
      q: "extract",
      audit: ["Audited", "Optimistic"],
      trust: ["verified"],
      without: ["network"],
      language: ["zh"],
      runtime: ["python"],
      platform: "Cursor",
      category: "data",
      capability: "conversion",
      author: "ann",
      publisher: "bob",
      agent: "bot",
      price: "paid",
      proven: true,
      sort: "calls",
      page: 3,
    });
  });

  it("takes lists written with commas too", () => {
    expect(read("without=network,subprocess")).toEqual({ without: ["network", "subprocess"] });
  });

  it("takes the highest price in lamports, and lets a kind of price win over it", () => {
    expect(read("max=42000")).toEqual({ price: "42000" });
    expect(read("max=42000&price=free")).toEqual({ price: "free" });
    expect(read("max=4.2&price=cheap")).toEqual({});
  });

  it("leaves out what it does not know", () => {
    expect(read("audit=sure&trust=&sort=magic&page=-2&proven=maybe&q=%20%20&x=1")).toEqual({});
  });
});

const searches = fc.record(
  {
    q: fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() === text && text !== ""),
    audit: fc.uniqueArray(fc.constantFrom("Audited", "Optimistic", "Unverified"), { minLength: 1 }),
    without: fc.uniqueArray(fc.constantFrom("network", "filesystem", "subprocess", "secrets"), {
      minLength: 1,
    }),
    price: fc.oneof(fc.constantFrom("free", "paid"), fc.nat().map(String)),
    proven: fc.constant(true),
    sort: fc.constantFrom("newest", "calls", "price"),
    page: fc.integer({ min: 2, max: 500 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<SkillSearch>;

it("an address written from a search reads back as the same search", () => {
  fc.assert(
    fc.property(searches, (search) => {
      expect(read(writeSearch(search).slice(1))).toEqual(search);
    }),
  );
});

describe("activeFilters", () => {
  it("each chip drops exactly its own filter and goes back to the first page", () => {
    const chips = activeFilters(read("q=a&audit=Audited&audit=Optimistic&price=free&page=4"));
    expect(chips.map((chip) => [chip.name, chip.value, writeSearch(chip.without)])).toEqual([
      ["audit", "Audited", "?q=a&audit=Optimistic&price=free"],
      ["audit", "Optimistic", "?q=a&audit=Audited&price=free"],
      ["price", "free", "?q=a&audit=Audited,Optimistic"],
    ]);
  });

  it("finds none in a plain search, and clearing keeps words and order", () => {
    expect(activeFilters({ q: "a", sort: "calls" })).toEqual([]);
    expect(withoutFilters(read("q=a&sort=calls&audit=Audited&page=2"))).toEqual({ q: "a", sort: "calls" });
  });
});

describe("writeAgentSearch", () => {
  it("asks the agent API the same, without the page number", () => {
    expect(writeAgentSearch(read("q=a&audit=Audited&audit=Optimistic&max=5&page=3"))).toBe(
      "?q=a&audit=Audited,Optimistic&price=5",
    );
  });

  it.each([
    [["verified"], "?min_trust=verified"],
    [["community", "verified"], "?min_trust=community"],
    [["verified", "community", "sandbox"], ""],
  ])("says trust %j from below", (trust, query) => {
    expect(writeAgentSearch({ trust } as SkillSearch)).toBe(query);
  });

  it.each([[["sandbox"]], [["community"]], [["verified", "sandbox"]]])(
    "has no words for trust %j alone",
    (trust) => {
      expect(writeAgentSearch({ trust } as SkillSearch)).toBeNull();
    },
  );
});
