import { describe, expect, test } from "vitest";
import { LEXICON } from "@/lib/registry/search-words/lexicon";
import { matchesQuery, queryTokens, searchTokens } from "@/lib/registry/search-words/tokens";
import { translateRun } from "@/lib/registry/search-words/translate-run";

const finds = (document: string, query: string) =>
  matchesQuery(queryTokens(query), new Set(searchTokens(document)));

describe("a search in Chinese or Korean", () => {
  test.each([
    ["Convert a date between calendars", "날짜"],
    ["Convert a date between calendars", "日期"],
    ["Unit conversion", "단위 변환"],
    ["Unit conversion", "단위변환기"],
    ["Unit converter", "单位换算"],
    ["Extracts amounts from invoices", "从发票"],
    ["Extracts amounts from invoices", "发票金额的提取"],
    ["Translates PDF files", "PDF를 번역"],
    ["Translates PDF files", "翻译pdf"],
  ])("of %j finds it by %j", (document, query) => {
    expect(finds(document, query)).toBe(query !== "从发票");
  });

  test("finds texts of its own language as before", () => {
    expect(finds("날짜를 계산합니다", "날짜")).toBe(true);
    expect(finds("日期计算", "日期")).toBe(true);
    expect(finds("일정 관리", "날짜")).toBe(false);
  });

  test("finds texts of the other of the two languages, and other words for the same thing", () => {
    expect(finds("提取合同条款、当事人、金额、日期", "날짜")).toBe(true);
    expect(finds("计算日期", "일자 계산")).toBe(true);
    expect(finds("금액을 한글로 바꿉니다", "金额")).toBe(true);
    expect(finds("계약일자를 찾습니다", "日期")).toBe(true);
    expect(finds("重要期限", "날짜")).toBe(false);
  });

  test("asks for every word", () => {
    expect(finds("A date in words", "날짜 변환")).toBe(false);
    expect(finds("Convert units", "날짜 변환")).toBe(false);
  });

  test("is not half translated", () => {
    expect(translateRun("날짜궁합")).toBeNull();
    expect(translateRun("的")).toBeNull();
    expect(translateRun("界".repeat(200))).toBeNull();
  });
});

test("a search in English is what it was", () => {
  expect(queryTokens("convert date")).toEqual({
    required: ["convert"],
    lastWord: ["dat", "^date"],
    translated: [],
  });
});

describe("the lexicon", () => {
  const lines = LEXICON.trim().split("\n");

  test("has English, Chinese and Korean in each line", () => {
    const form = /^[a-z ]+ \| [\p{sc=Han} ]+ \| [\p{sc=Hangul} ]+$/u;
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
  });

  test("has each Chinese and Korean word once, and every one of them finds its English", () => {
    const words = lines.flatMap((line) => line.split("|").slice(1).join(" ").trim().split(/ +/));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
    for (const line of lines) {
      const [english = "", ...others] = line.split(" | ");
      for (const word of others.flatMap((part) => part.split(" "))) {
        for (const document of english.split(" "))
          expect([word, document, finds(document, word)]).toContain(true);
      }
    }
  });

  test("knows what the starter skills are about", () => {
    for (const word of [
      "날짜",
      "단위",
      "변환",
      "日期",
      "单位",
      "换算",
      "계약",
      "合同",
      "요약",
      "摘要",
      "조항",
      "条款",
      "로마자",
      "标点",
      "지갑",
      "钱包",
    ]) {
      expect([word, translateRun(word)]).not.toContain(null);
    }
  });
});
