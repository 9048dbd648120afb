import { expect, test } from "vitest";
import { cutDescription, readLead } from "./propose-description";

test.each([
  ["# A\n\nOne **bold** [link](x) `code`.\nMore words.\n\nNext.", "A", "One bold link code. More words."],
  ["Title\n===\n\nA first sentence.", "Title", "A first sentence."],
  ["# A\n\nshort\n\nA longer paragraph.", "A", "A longer paragraph."],
  ["# A\n\n- a list of words\n\n1. another list\n\n| a table |\n", "A", null],
  ["# A\n\n```\ncode is no sentence\n```\n\nWhat it is for.", "A", "What it is for."],
  ["<!-- a comment\nof two lines -->\n# A\n\nWhat it is for.", "A", "What it is for."],
  ["# A\n\n> What it is for.", "A", "What it is for."],
  ["", null, null],
])("of %j", (body, heading, paragraph) => expect(readLead(body)).toEqual({ heading, paragraph }));

const sentences = (characters: number) => "Ten chars. ".repeat(200).slice(0, characters);

test.each([
  ["exactly as long as it may be", "a".repeat(1_024), 1_024],
  ["one more, without blanks", "a".repeat(1_025), 1_024],
  ["cut behind a sentence", sentences(1_100), 1_022],
  ["cut behind a word", "words ".repeat(200).trim(), 1_019],
  ["of letters that take two units", "😀".repeat(1_025), 2_048],
])("a description is cut: %s", (_kind, text, length) => expect(cutDescription(text)).toHaveLength(length));
