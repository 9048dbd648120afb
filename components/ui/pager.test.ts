import fc from "fast-check";
import { expect, it } from "vitest";
import { pagesToShow } from "@/components/ui/pager";

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 21, [1, 2, 0, 21]],
  [4, 21, [1, 2, 3, 4, 5, 0, 21]],
  [10, 21, [1, 0, 9, 10, 11, 0, 21]],
  [21, 21, [1, 0, 20, 21]],
])("on page %i of %i shows %j", (page, pages, shown) => {
  expect(pagesToShow(page, pages)).toEqual(shown);
});

it("always shows the first, the last and the current page, in order and without a gap of one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
      const [page, pages] = a <= b ? [a, b] : [b, a];
      const shown = pagesToShow(page, pages).filter((number) => number > 0);
      expect(shown).toContain(page);
      expect([shown[0], shown.at(-1)]).toEqual([1, pages]);
      expect(shown).toEqual([...new Set(shown)].sort((x, y) => x - y));
      expect(pagesToShow(page, pages).length).toBeLessThanOrEqual(9);
    }),
  );
});
