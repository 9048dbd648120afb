import { expect, test } from "vitest";
import { readPlugin, readPluginArchive } from "./plugin-package";
import { writeArchive } from "./write-archive";

const file = (path: string, text = path) => ({ path, bytes: Buffer.from(text) });
const PLUGIN = [
  file("plugin.json", "{}"),
  file("LICENSE"),
  file("mcp.json"),
  file("com.example.client/hooks.json"),
  file("skills/one/SKILL.md"),
  file("skills/one/scripts/run.sh"),
  file("skills/one/skills/inner/SKILL.md"),
  file("skills/two/SKILL.md"),
  file("skills/notes/README.md"),
  file("skills/lower/skill.md"),
];

test.each(["", "my-plugin/"])(
  "each folder directly in skills/ that has SKILL.md is a skill (%j)",
  (folder) => {
    const read = readPlugin(PLUGIN.map(({ path, bytes }) => ({ path: folder + path, bytes })));
    if (!read.ok) throw new Error(read.issue.message);
    const { skills, others } = read.plugin;
    expect(skills.map(({ rootDirectory, files }) => [rootDirectory, files.map(({ path }) => path)])).toEqual([
      ["one", ["SKILL.md", "scripts/run.sh", "skills/inner/SKILL.md"]],
      ["two", ["SKILL.md"]],
    ]);
    expect([...others].sort()).toEqual([
      "LICENSE",
      "com.example.client/hooks.json",
      "mcp.json",
      "skills/lower/skill.md",
      "skills/notes/README.md",
    ]);
  },
);

test.each([
  [[]],
  [[file("SKILL.md")]],
  [[file("a/plugin.json"), file("b/x")]],
  [[file("skills/a/SKILL.md")]],
])("without plugin.json at the root there is no plugin", (files) => {
  expect(readPlugin(files)).toMatchObject({ ok: false, issue: { path: "plugin.json" } });
});

test("an archive is read as strictly as a skill's", () => {
  const archive = writeArchive(PLUGIN);
  expect(readPluginArchive(archive).ok).toBe(true);
  expect(readPluginArchive(archive.subarray(0, 100))).toMatchObject({ ok: false });
  expect(readPluginArchive(Buffer.from("no archive"))).toMatchObject({ ok: false });
});

test("a skill that would be refused alone is refused in a plugin, at its place", () => {
  const hostile = [file("plugin.json", "{}"), file("skills/one/SKILL.md"), file("skills/one/.git/config")];
  expect(readPlugin(hostile)).toMatchObject({ ok: false, issue: { code: "PATH_INVALID" } });
});
