import { expect, it } from "vitest";
import { checkOne } from "../testing/build-skill";

const said = (frontMatter: string) =>
  (checkOne("agent-skills", frontMatter).reports[0]?.issues ?? [])
    .filter(({ code }) => code === "PLATFORM_STRICTER")
    .map(({ severity, path }) => `${severity} ${path}`);

const CHINESE = "把文档转换成网页，需要转换时使用。".repeat(25); // 425 characters, 1275 bytes
const FOR_CLAUDE = "platform_compatibility: [claude_code]";

it.each<[string, string, string[]]>([
  ["a reserved word", `name: claude-notes\ndescription: Use it.\n${FOR_CLAUDE}`, ["warning name"]],
  ["a reserved word inside", `name: my-anthropic-kit\ndescription: Use it.\n${FOR_CLAUDE}`, ["warning name"]],
  ["a tag", `name: a\ndescription: Use it for <file> names.\n${FOR_CLAUDE}`, ["warning description"]],
  ["a closing tag", `name: a\ndescription: Use it </b>.\n${FOR_CLAUDE}`, ["warning description"]],
  [
    "a platform named in words",
    "name: claude-notes\ndescription: Use it.\ncompatibility: Designed for Claude Code",
    ["warning name"],
  ],
  ["any platform", "name: claude-notes\ndescription: Use it.\nplatform_compatibility: [any]", ["info name"]],
  ["no platform", "name: claude-notes\ndescription: Use <b>it</b>.", ["info name", "info description"]],
  [
    "another platform",
    "name: claude-notes\ndescription: Use it.\nplatform_compatibility: [cursor]",
    ["info name"],
  ],
  ["capitals", "name: My-Claude\ndescription: Use it.", ["info name"]],
  ["a tag in a name", "name: <b>a</b>\ndescription: Use it.", ["info name"]],
  ["a word that only begins alike", "name: claud-notes\ndescription: Use it with Claude.", []],
  ["bytes for no platform", `name: a\ndescription: ${CHINESE}`, []],
  ["signs that are no tags", `name: a\ndescription: Use it for a < b and b > c, 1<2>0.\n${FOR_CLAUDE}`, []],
  ["bytes", `name: a\ndescription: ${CHINESE}\nplatform_compatibility: [codex_cli]`, ["warning description"]],
  ["bytes elsewhere", `name: a\ndescription: ${CHINESE}\n${FOR_CLAUDE}`, []],
  ["fewer bytes", "name: a\ndescription: 需要时使用。\ncompatibility: Codex CLI 0.60 or later", []],
])("%s is said where a stricter platform is asked for", (_what, frontMatter, expected) => {
  expect(said(frontMatter)).toEqual(expected);
});
