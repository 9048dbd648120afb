import { expect, test } from "vitest";
import { stepNumber } from "@/components/run/form/step-number";

const bounds = { min: 1, max: 20 };

test("a step stays within the bounds", () => {
  expect(stepNumber("5", 1, bounds)).toBe("6");
  expect(stepNumber("20", 1, bounds)).toBe("20");
  expect(stepNumber("1", -1, bounds)).toBe("1");
  expect(stepNumber("900", -1, bounds)).toBe("20");
});

test("a step from nothing, or from what is no number, begins closest to zero", () => {
  expect(stepNumber("", 1, bounds)).toBe("1");
  expect(stepNumber("many", -1, { min: null, max: -3 })).toBe("-3");
  expect(stepNumber(" ", -1, { min: null, max: null })).toBe("0");
});

test("digits may be grouped", () => {
  expect(stepNumber("1,000", 1, { min: null, max: null })).toBe("1001");
});
