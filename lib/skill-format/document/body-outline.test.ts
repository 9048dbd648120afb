import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { listHeadings, outlineBody } from "./body-outline";

const PIECES =
  "# A|## B ##|  ### C|    # code|#no|#|=|===|  ==|```|````sh|~~~|``` a`b|text||   |- x|# |`x`|\t# t|---|技能";
const piece = fc.constantFrom(...PIECES.split("|"));

it("the quick list of headings is that of the outline", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (lines, ended) => {
      const body = lines.join("\n") + (ended ? "\n" : "");
      expect(listHeadings(body, 5)).toEqual(outlineBody(body, 5).headings);
    }),
    { numRuns: runs(20_000) },
  );
});

it("an underline is no title of its own", () => {
  expect(outlineBody("A\n===\n===\nB\n# C\n===\n", 1).headings.map(({ text }) => text)).toEqual(["A", "C"]);
});
