import { expect, test } from "vitest";
import { printJson } from "@/cli/print";

test.each([undefined, 2])("JSON steers no terminal and is read back as it was (indent %j)", (indent) => {
  const value = { text: "\u001b[2J \u009b2J \u007f \u202egnp.exe \u2028 \n 한국어 🔑", list: [1, null] };
  let printed = "";
  printJson({ write: (text: string) => (printed += text) }, value, indent);
  // The lines are its own.
  expect(printed.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u200e\u200f\u2028-\u202e]/u);
  expect(printed).toContain("한국어 🔑");
  expect(JSON.parse(printed)).toEqual(value);
});
