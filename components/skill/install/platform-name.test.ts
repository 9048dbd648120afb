import { expect, test } from "vitest";
import { declaredPlatforms } from "@/components/skill/install/platform-name";

test.each([
  ["nothing declared, whatever could be made", [], ["Cursor"], []],
  ["declared, and no package", ["ClaudeCode"], [], ["ClaudeCode"]],
  ["declared, and others could be made", ["ClaudeCode"], ["Cursor"], ["ClaudeCode"]],
  ["any", ["any"], ["Cursor", "CodexCLI"], ["Cursor", "CodexCLI"]],
  ["any and one more", ["any", "Foo"], ["Cursor"], ["Foo", "Cursor"]],
  ["any, told twice", ["any", "Cursor"], ["Cursor"], ["Cursor"]],
  ["any, and no package", ["any"], [], []],
])("declared for: %s", (_, platforms, convertsTo, shown) =>
  expect(declaredPlatforms({ platforms, convertsTo })).toEqual(shown),
);
