import { expect, test } from "vitest";
import { stepped } from "@/components/run/integer-stepper";

const bounds = { min: 1, max: 20 };

test("a step stays within the bounds", () => {
  expect(stepped("5", 1, bounds)).toBe("6");
  expect(stepped("20", 1, bounds)).toBe("20");
  expect(stepped("1", -1, bounds)).toBe("1");
  expect(stepped("900", -1, bounds)).toBe("20");
});

test("a step from nothing, or from what is no number, begins closest to zero", () => {
  expect(stepped("", 1, bounds)).toBe("1");
  expect(stepped("many", -1, { min: null, max: -3 })).toBe("-3");
  expect(stepped(" ", -1, { min: null, max: null })).toBe("0");
});

test("digits may be grouped", () => {
  expect(stepped("1,000", 1, { min: null, max: null })).toBe("1001");
});
