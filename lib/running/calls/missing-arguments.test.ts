import { describe, expect, test } from "vitest";
import { decideMissing, listMissing } from "@/lib/running/calls/tool-call";

const parameter = (name: string, required: boolean) => ({
  name,
  required,
  type: "object",
  description: null,
  options: [],
});

test.each([
  [{}, ["data"]],
  [{ data: null }, []],
  [{ unit: "cm" }, ["data"]],
  [{ data: 1, unit: "cm" }, []],
])("of the arguments %j these are missing: %j", (args, missing) => {
  const parameters = [parameter("data", true), parameter("unit", false)];
  expect(listMissing({ parameters }, { tool: "calculate_x", args })).toEqual(missing);
});

describe("a call without required arguments", () => {
  const inSection = { identity: { data: { a: 1 } } };
  test.each([
    // missing, profile, priced, decision
    [[], undefined, false, "run"],
    [[], undefined, true, "run"],
    [["data"], undefined, false, "run"],
    [["data"], {}, false, "run"],
    [["data"], undefined, true, "refuse"],
    [["data"], {}, true, "refuse"],
    [["data"], inSection, true, "run"],
    [["data"], { data: 1 }, true, "run"],
    [["data"], { identity: { data: null } }, true, "refuse"],
    [["data"], { identity: { deeper: { data: 1 } } }, true, "refuse"],
    [["data"], { identity: "data", list: ["data"] }, true, "refuse"],
    [["data", "place"], inSection, true, "refuse"],
    [["data", "place"], { ...inSection, place: "Seoul" }, true, "run"],
    [["data", "place"], inSection, false, "run"],
  ] as const)("missing %j, profile %j, priced %s: %s", (missing, profile, isPriced, decision) => {
    expect(decideMissing({ missing, profile, isPriced })).toBe(decision);
  });
});
