import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { z } from "zod";
import {
  choiceOf,
  isTicked,
  textOf,
  WrongForm,
  FORM,
  ID,
  PAGE_QUERY,
  PATH,
  serverAction,
  UNREAD,
} from "@/app/[locale]/server-action";

const form = (...fields: [string, string | Blob][]): FormData => {
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  return made;
};
/** Throws whenever it is looked at, as what the framework hands over of a browser's own things does. */
const untouchable: unknown = new Proxy(() => undefined, {
  get: () => {
    throw new Error("You cannot dot into this.");
  },
  getPrototypeOf: () => {
    throw new Error("You cannot ask what this is.");
  },
});

test.each<[string, z.ZodType, unknown, boolean]>([
  ["a form", FORM, form(["a", "b"]), true],
  ["no form", FORM, undefined, false],
  ["null for a form", FORM, null, false],
  ["an object for a form", FORM, { get: () => "x" }, false],
  ["a form with as many fields as are read", FORM, form(...fields(2_000)), true],
  ["a form with one more", FORM, form(...fields(2_001)), false],
  ["an id", ID, "ver_01ARZ3-a", true],
  ["a form for an id", ID, form(), false],
  ["the text of a form for an id", ID, "[object FormData]", false],
  ["an id with a path", ID, "../x", false],
  ["an empty id", ID, "", false],
  ["a long id", ID, "x".repeat(65), false],
  ["a path", PATH, "/skills/x?version=1.0.0", true],
  ["a path to another site", PATH, "//evil.example", false],
  ["the same with a backslash", PATH, "/\\evil.example", false],
  ["an address", PATH, "https://evil.example", false],
  ["a long path", PATH, `/${"x".repeat(500)}`, false],
  ["a query", PAGE_QUERY, "?file=a&line=2", true],
  ["no query", PAGE_QUERY, "", true],
  ["a path for a query", PAGE_QUERY, "/../x", false],
  ["a query with a fragment", PAGE_QUERY, "?a#b", false],
  ["anything, for what is not read", UNREAD, untouchable, true],
  ["what throws when it is looked at, for a form", FORM, untouchable, false],
  ["the same for an id", ID, untouchable, false],
])("an action is called with %s, or not at all", async (_, reader, sent, isRead) => {
  const work = vi.fn(async (_given: unknown) => "done");
  const action = serverAction([reader], work) as (sent: unknown) => Promise<unknown>;
  if (isRead) expect(await action(sent)).toBe("done");
  else await expect(action(sent)).rejects.toThrow(WrongForm);
  expect(work).toHaveBeenCalledTimes(isRead ? 1 : 0);
});

test("what it takes is read in its order, and no more of it", async () => {
  const work = vi.fn(async (...given: unknown[]) => given.length);
  const action = serverAction([ID, FORM], work) as (...sent: unknown[]) => Promise<number>;
  await expect(action(form(), "ver_1")).rejects.toThrow(WrongForm);
  await expect(action("ver_1")).rejects.toThrow(WrongForm);
  expect(await action("ver_1", form(), "more", untouchable)).toBe(2);
});

function fields(count: number): [string, string][] {
  return Array.from({ length: count }, (_, i) => [`f${i}`, ""]);
}

test.each<[FormData, string | null]>([
  [form(["a", "x"]), "x"],
  [form(["a", ""]), ""],
  [form(), ""],
  [form(["A", "x"]), ""],
  [form(["a", "0123456789abc"]), "0123456789"],
  [form(["a", "a\0\ud800"]), "a\uFFFD\uFFFD"],
  [form(["a", "x"], ["a", "y"]), null],
  [form(["a", "x"], ["a", "x"]), null],
  [form(["a", new Blob(["x"])]), null],
  [form(["a", new Blob([])]), null],
])("a text of a form is read, cut and storable, or refused: %#", (sent, expected) => {
  const read = () => textOf(sent, "a", 10);
  if (expected === null) expect(read).toThrow(WrongForm);
  else expect(read()).toBe(expected);
});

test.each<[FormData, string | null]>([
  [form(["a", "grant"]), "grant"],
  [form(["a", "deny"]), "deny"],
  [form(["a", "GRANT"]), null],
  [form(["a", ""]), null],
  [form(), null],
  [form(["a", "constructor"]), null],
  [form(["a", "grant"], ["a", "deny"]), null],
])("a decision is one of its choices, and none is made for who sent none: %#", (sent, expected) => {
  const read = () => choiceOf(sent, "a", ["grant", "deny"]);
  if (expected === null) expect(read).toThrow(WrongForm);
  else expect(read()).toBe(expected);
});

test("a box is ticked or not", () => {
  expect([form(["a", "on"]), form(), form(["a", "off"])].map((sent) => isTicked(sent, "a"))).toEqual([
    true,
    false,
    false,
  ]);
  expect(() => isTicked(form(["a", "on"], ["a", "on"]), "a")).toThrow(WrongForm);
});

test("every server action is made by serverAction", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(`app/${file}`, "utf8") }));
  const ofActions = files.filter(
    ({ file, text }) => /["']use server["']/.test(text) && !/\.test\./.test(file),
  );
  expect(ofActions.length).toBeGreaterThan(10);
  for (const { file, text } of ofActions) {
    expect([file, text.startsWith('"use server";')]).toEqual([file, true]);
    const exported = text.match(/^export .*/gm) ?? [];
    const others = exported.filter(
      (line) => !/^export const \w+ = serverAction\($|^export const \w+ = serverAction\(\[/.test(line),
    );
    expect([file, others]).toEqual([file, []]);
  }
});
