import fs from "node:fs";
import { expect, test, vi } from "vitest";
import { englishSayings } from "@/lib/search/words/lexicon/chinese-english";
import { STOP_WORDS } from "@/lib/search/words/lexicon/word-lists";

const FILE = "lib/search/words/lexicon/generated/chinese-english.tsv";

test("what a word is in English, in the words that a search compares", () => {
  expect(englishSayings("台灯")).toEqual([
    ["desk", "lamp"],
    ["tabl", "lamp"],
  ]);
  expect(englishSayings("垃圾箱")).toContainEqual(["trash"]);
});

test("every word is found by halves, from the first line to the last, and none between two of them", () => {
  const lines = fs.readFileSync(FILE, "utf8").trimEnd().split("\n");
  const some = [...lines.filter((_, i) => i % 997 === 0), lines.at(-1)!].map((line) => line.split("\t"));
  const says = (meanings: string) => meanings.split(/[| ]/).some((word) => !STOP_WORDS.has(word));
  const unfound = some.filter(
    ([word = "", meanings = ""]) => says(meanings) !== englishSayings(word).length > 0,
  );
  expect(some.length).toBeGreaterThan(80);
  expect(unfound).toEqual([]);
  for (const word of ["", "a", "一不存在", "台灯台灯", "龟龟龟"])
    expect(englishSayings(word), word).toEqual([]);
});

test("without the file nothing is translated, and nothing fails", async () => {
  vi.resetModules();
  const { englishSayings: anew } = await import("@/lib/search/words/lexicon/chinese-english");
  const read = vi.spyOn(fs, "readFileSync").mockImplementationOnce(() => {
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  });
  expect(anew("台灯")).toEqual([]);
  expect(anew("垃圾箱")).toEqual([]);
  expect(read).toHaveBeenCalledOnce();
  read.mockRestore();
});
