import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printJson } from "@/components/ui/code/print-json";

describe("printJson", () => {
  it("indents by two and keeps short lists on one line", () => {
    expect(printJson({ days: [1, 2, 3], rows: [{ a: "x" }], none: [], empty: {} })).toBe(
      '{\n  "days": [1, 2, 3],\n  "rows": [\n    {\n      "a": "x"\n    }\n  ],\n  "none": [],\n  "empty": {}\n}',
    );
  });

  it("breaks a list that would not fit on a line", () => {
    expect(printJson(Array.from({ length: 40 }, (_, index) => index))).toContain("[\n  0,\n  1,");
  });

  it("reads back as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("writes null for what JSON cannot write", () => {
    expect(printJson(undefined)).toBe("null");
  });
});
