import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessLanguage, buildSearchDocument, WORDS_EDITION } from "@/lib/search/listing/derive-listing";
import { sha256Digest } from "@/lib/kernel/digest";
import { IRREGULAR_STEMS, OTHER_WITHOUT_E, WHOLE_WORDS } from "@/lib/search/words/lexicon/word-lists";
import { stemWord } from "@/lib/search/words/stem";
import { askedTerms } from "@/lib/search/words/asked-terms";
import { prefixTokens, searchTokens } from "@/lib/search/words/tokens";

/** True when a document answers every word of a query, in whatever way. */
const finds = (document: string, query: string) => {
  const tokens = new Set([...searchTokens(document), ...prefixTokens(document)]);
  return askedTerms(query).every(({ ways }) =>
    ways.some((way) => way.tokens.every((token) => tokens.has(token))),
  );
};
const plain = (text: string) => searchTokens(text).filter((token) => !token.startsWith("~"));

describe("Latin text", () => {
  test.each([
    ["parse parses parsed parsing", ["pars"]],
    ["summaries summary", ["summary"]],
    ["boxes box", ["box"]],
    ["translate translating translated translations", ["translat"]],
    ["extract extraction extracts", ["extract"]],
    ["nation action", ["nation", "action"]],
    ["files file", ["fil"]],
    ["running runs", ["run"]],
    ["status bus is string speed", ["status", "bus", "is", "string", "speed"]],
    ["cookie cookies movie movies ties tie", ["cooky", "movy", "tie"]],
    ["apply applies applied applying copied copy", ["apply", "copy"]],
    ["fix fixed fixing bake baked baking add adding added", ["fix", "bak", "add"]],
    ["use uses used using agree agreed written write", ["use", "agree", "writ"]],
    ["label labelling labelled labeled install installs installing", ["label", "instal"]],
    ["sell selling sells file filed filing", ["sell", "fil"]],
    ["analysis analyses diagnosis diagnose", ["analys", "diagnos"]],
    ["index indices indexes matrix matrices criterion criteria", ["index", "matrix", "criteria"]],
    ["api apis menu menus gpus gpu people person", ["api", "menu", "gpu", "person"]],
    ["alias aliases lens lenses canvas canvases bias biased", ["alias", "lens", "canvas", "bias"]],
    ["optimize optimization optimizations verify verified verification", ["optimiz", "verify"]],
    ["function functioning partitions partitioned", ["funct", "partit"]],
    ["quiz quizzes trek trekking", ["quiz", "trek"]],
  ])("the forms of %j are one word", (text, tokens) => expect(plain(text)).toEqual(tokens));

  test.each([
    ["note", "not"],
    ["care", "car"],
    ["planes", "planning"],
    ["themes", "them"],
    ["news", "new"],
    ["stripe", "strips"],
    ["cookie", "cook"],
    ["fill", "file"],
    ["question", "quest"],
    ["embedded", "emblem"],
  ])("%j is another word than %j", (one, other) => {
    expect(stemWord(one)).not.toBe(stemWord(other));
  });

  test("a hyphenated name is found by its parts, joined, and with an underscore", () => {
    for (const query of ["web search", "websearch", "web-search", "web_search"]) {
      expect(finds("web-search", query), query).toBe(true);
    }
  });

  test("full-width letters, capitals and accents do not hide a word", () => {
    expect(finds("ＰＤＦ résumé", "pdf resume")).toBe(true);
  });

  test("a half-typed last word finds the name, a half-typed earlier word does not", () => {
    expect(finds("invoice-extractor", "invoice extr")).toBe(true);
    expect(finds("invoice-extractor", "invo extractor")).toBe(false);
    expect(finds("invoice-extractor", "in")).toBe(false);
  });

  test("a word followed by a blank is finished", () => expect(finds("extractor", "extr ")).toBe(false));

  test("words of a question that say nothing are not required", () => {
    expect(finds("convert csv json", "how to convert a csv into json")).toBe(true);
    expect(askedTerms("the")).toHaveLength(1);
  });

  test("languages named with + and # are words", () => {
    expect(searchTokens("C++ C# C")).toEqual(["c++", "c#", "c"]);
  });
});

describe("scripts without blanks", () => {
  test("Chinese is cut into overlapping pairs, and a single character is kept", () => {
    expect(searchTokens("智能合约")).toEqual(["智能", "能合", "合约"]);
    expect(searchTokens("翻")).toEqual(["翻"]);
  });

  test("two characters inside a run are found, and pairs do not cross Latin words", () => {
    expect(finds("分析智能合约漏洞", "合约")).toBe(true);
    expect(finds("将PDF转换为文本", "pdf 转换")).toBe(true);
    expect(finds("将PDF转换为文本", "将换")).toBe(false);
  });

  test("a Korean particle behind the query word does not hide a match", () => {
    expect(finds("영수증 번역 도구", "영수증을 번역")).toBe(true);
    expect(finds("PDF 요약", "PDF를 요약")).toBe(true);
  });
});

test("a query that tokenises to nothing asks for nothing", () => {
  expect(askedTerms("!!! —")).toEqual([]);
});

test("hostile length is cut before any work", () => {
  expect(askedTerms("界".repeat(1_000_000) + " word".repeat(100_000)).length).toBeLessThanOrEqual(12);
  expect(searchTokens("word-".repeat(1_000_000)).length).toBeLessThan(10);
});

test("every text finds itself, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      const tokens = new Set([...searchTokens(text), ...prefixTokens(text)]);
      const asked = askedTerms(text);
      const answered = asked.filter(({ ways }) =>
        ways.some((way) => way.tokens.every((token) => tokens.has(token))),
      );
      expect(answered.length > 0).toBe(asked.length > 0);
    }),
    { numRuns: 500 },
  );
});

test("tokens are folded: tokenising a text's folded form changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      expect(searchTokens(text.normalize("NFKC").toLowerCase())).toEqual(searchTokens(text));
    }),
  );
});

test("stemming never empties or lengthens a word", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => {
      const stem = stemWord(word);
      expect(stem.length).toBeGreaterThan(0);
      expect(stem.length).toBeLessThanOrEqual(word.length);
    }),
  );
});

test("a document keeps name words apart from the words of its text", () => {
  const document = buildSearchDocument({
    slug: "cron-explainer",
    displayName: "cron-explainer",
    description: "Explains schedules in plain words",
    category: "developer-tools",
    tags: ["cron"],
    capabilities: ["text_generation"],
    triggers: ["定时任务"],
    publisher: "meridian",
  });
  expect(document.nameTokens).toContain("cron");
  expect(document.nameTokens).not.toContain("schedule");
  expect(document.topicTokens).toContain("generat");
  expect(document.searchTokens).toEqual(expect.arrayContaining(["cron", "schedul", "定时", "meridian"]));
});

test("a change of the words that texts give is a new edition of them", () => {
  const text = `Cookies applied, fixing an installed API's indices; labelling 3 résumés, notifications of analyses,
    PDF를 요약 智能合约 C++ web-search planned caches merging buses statuses seen boxes quizzes`;
  const lists = [
    ...IRREGULAR_STEMS.keys(),
    ...WHOLE_WORDS,
    ...[...OTHER_WITHOUT_E].map((word) => `${word}e`),
  ];
  const words = JSON.stringify([text, ...lists].map(searchTokens));
  // When this differs, raise WORDS_EDITION: skills are stored under the words of the edition before.
  expect([WORDS_EDITION, sha256Digest(words)]).toEqual([
    2,
    "sha256:7db7f4634d5764ca355d5c6ce3263241b9a4af540f88079463964dfdb43bc144",
  ]);
});

test.each([
  ["Reads invoices", "en"],
  ["从 PDF 文件中提取文本和表格", "zh"],
  ["한국어 영수증에서 상호를 추출해 JSON으로 돌려줍니다", "ko"],
  ["請求書からテキストを抽出します", "und"],
  ["Извлекает текст", "und"],
  ["", "und"],
])("the language of %j is %s", (text, language) => expect(guessLanguage(text)).toBe(language));
