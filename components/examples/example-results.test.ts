import { expect, it } from "vitest";
import { readExampleSearch, writeExampleSearch } from "@/components/examples/example-results";

it("an address reads back as the search it was written from", () => {
  const search = { q: "세금 계산", capability: "calculation", state: "drifted", page: 2 } as const;
  const params = new URLSearchParams(writeExampleSearch(search));
  expect(readExampleSearch(Object.fromEntries(params))).toEqual(search);
});

it("leaves out what it does not know", () => {
  expect(readExampleSearch({ q: " ", state: "fine", page: "-1", capability: [] })).toEqual({
    state: "proven",
  });
  expect(writeExampleSearch({ state: "proven" })).toBe("");
});

it("shows every state only when asked to", () => {
  expect(readExampleSearch({ state: "all" })).toEqual({});
  expect(writeExampleSearch({})).toBe("?state=all");
});
