import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const FOLDER = "lib/vetting/vocabulary";

/** Long lists of words stand as one text with commas between them. */
function toLists(vocabulary: unknown): unknown {
  if (typeof vocabulary !== "object" || vocabulary === null || Array.isArray(vocabulary)) return vocabulary;
  const entries = Object.entries(vocabulary).map(([kind, words]) => [
    kind,
    typeof words === "string" ? words.trim().split(/,\s+/) : (words as unknown),
  ]);
  return Object.fromEntries(entries) as unknown;
}

test("data.json is what the vocabularies say", () => {
  const files = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));
  const data = Object.fromEntries(
    files.sort().map((name) => {
      const text = fs.readFileSync(path.join(FOLDER, name), "utf8");
      expect(text.startsWith("# "), `${name} says in its first line what it is`).toBe(true);
      return [path.parse(name).name, toLists(parse(text))];
    }),
  );
  const made = `${JSON.stringify(data)}\n`;
  const file = path.join(FOLDER, "data.json");
  if (process.env["RECORD_DATA"] === "1") fs.writeFileSync(file, made);
  expect(fs.readFileSync(file, "utf8"), "RECORD_DATA=1 npx vitest run lib/vetting/vocabulary").toBe(made);
});
