import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "./commands";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The page of the commands is made of their help, which has a test of its own. */
const WRITTEN_BY_HAND = fs
  .readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md") && path.basename(file) !== "cli.md")
  .map((file) => path.join("docs", file));

/** What follows the name of the command: in code, or where npm runs it. */
const CALLS = /(?:emporion\.tgz|(?<=[`\n] *)emporion) ([a-z][\w-]*)((?: +(?!&&|\||#)[^\s`)]+)*)/g;

test.each(["README.md", ...WRITTEN_BY_HAND])("every command that %s gives has its options", async (file) => {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  for (const [call, name = "", rest = ""] of text.matchAll(CALLS)) {
    const help = (await COMMANDS[name]?.load())?.command.help;
    expect(help, call).toBeDefined();
    for (const [option] of rest.matchAll(/--[a-z][\w-]*/g)) expect(help, call).toContain(option);
  }
});
