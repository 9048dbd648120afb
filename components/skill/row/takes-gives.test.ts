import { expect, test } from "vitest";
import { fieldWords } from "@/components/skill/row/skill-row";

test.each([
  ["old_text", "old text"],
  ["oldText", "old text"],
  ["Max-Items", "max items"],
  ["pageURL", "pageURL"],
  ["输入文本", "输入文本"],
])("%s is read as %s", (name, words) => {
  expect(fieldWords([name])).toEqual({ words: [words], more: false });
});

test("a fourth field is only told to be there", () => {
  expect(fieldWords(["a", "b", "c", "d"])).toEqual({ words: ["a", "b", "c"], more: true });
});
