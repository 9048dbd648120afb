import { expect, test } from "vitest";
import { isPublishable } from "@/lib/search/wanted/counted-query";

test.each([
  "compare JSON",
  "turn a scan into text",
  "What's my train's delay?",
  "node.js bundler",
  "read .csv files",
  "python 3.11 linter",
  "C++ to C#",
  "R&D tax credit (UK)",
  "合同审查",
  "PDF转换、合并",
  "회의록 정리",
  "PDF로 바꾸기",
  "договор",
  "café menu",
  "report for 2025",
  "stock market data",
  "customer support replies",
  "web_search",
])("others may be shown %j", (question) => {
  expect(isPublishable(question)).toBe(true);
});

test.each([
  ["the market's name", "emporion staff steal wallets of buyers"],
  ["the market's name in capitals, with a sign", "EMPORION: pay here"],
  ["a word of its voice", "official wallet of the team"],
  ["another", "this skill is verified"],
  ["one that is reserved as a whole", "sign-in"],
  ["the same with blanks", "open api"],
  ["letters that look Latin", "empоrion"],
  ["the same elsewhere", "free раypal skill"],
  ["an address", "see evil.example"],
  ["an address of a known ending", "wallet.com login"],
  ["an address that ends like a file", "evil.md.example"],
  ["the number of a telephone", "call 0151 2345 6789"],
  ["the number of an account", "account 12345678"],
  ["a link of Markdown", "[win](x)"],
  ["markup", "<b>win</b>"],
  ["a heap of marks", "h\u0301\u0302\u0303\u0304i"],
  ["a sign that turns the text", "abc\u202edcba"],
  ["a heading", "# win *now* `rm`"],
  ["emoji in rows", "💰💰💰 win"],
])("nobody is shown %s", (_, question) => {
  expect(isPublishable(question)).toBe(false);
});
