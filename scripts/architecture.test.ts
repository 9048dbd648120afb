import { expect, test } from "vitest";
import { findOldWords } from "./architecture.ts";

test.each([
  ["keptAnswers", ["kept"]],
  ["send-kept.test.ts", ["kept"]],
  ["KeptPage", ["kept"]],
  ["forgetRows", ["forget"]],
  ["explain-fault.ts", ["fault"]],
  ["FairSeats", ["seats"]],
  ["defaultTheme", []],
  ["seated", []],
  ["storyteller", []],
  ["keepFocus", []],
  ["a-fault-told.ts", ["fault", "told"]],
])("%s has the old words %j", (name, words) => {
  expect(findOldWords(name).map((each) => /^"(\w+)"/.exec(each)?.[1])).toEqual(words);
});
