import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const FOLDER = "lib/vetting/vocabulary";

test("data.json is what the vocabularies say", () => {
  const files = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));
  const data = Object.fromEntries(
    files.sort().map((name) => {
      const text = fs.readFileSync(path.join(FOLDER, name), "utf8");
      expect(text.startsWith("# "), `${name} says in its first line what it is`).toBe(true);
      return [path.parse(name).name, parse(text) as unknown];
    }),
  );
  const made = `${JSON.stringify(data)}\n`;
  const file = path.join(FOLDER, "data.json");
  if (process.env["RECORD_DATA"] === "1") fs.writeFileSync(file, made);
  expect(fs.readFileSync(file, "utf8"), "RECORD_DATA=1 npx vitest run lib/vetting/vocabulary").toBe(made);
});
