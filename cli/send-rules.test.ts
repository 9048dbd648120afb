import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { Workbench } from "./testing/run-cli";
import { readToSend } from "./read-directory";

it("patterns of the repository above count, those of a folder count in it, and SKILL.md is always sent", async () => {
  const bench = new Workbench();
  bench.write({
    "repo/.gitignore": "*.key\ndist/\n/skills/a/private\n",
    "repo/skills/a/SKILL.md": "x",
    "repo/skills/a/my.key": "x",
    "repo/skills/a/private/x.md": "x",
    "repo/skills/a/docs/.gitignore": "*\n!kept.md\n",
    "repo/skills/a/docs/kept.md": "x",
    "repo/skills/a/docs/SKILL.md": "x",
    "repo/dist/b/SKILL.md": "x",
    "repo/dist/b/.emporionignore": "*\n",
    "repo/dist/b/x.md": "x",
    "alone/.gitignore": "*\n",
    "alone/c/SKILL.md": "x",
    "alone/c/x.md": "x",
  });
  mkdirSync(bench.at("repo/.git"));
  const sent = async (directory: string) => {
    const { files, leftOut } = await readToSend(bench.at(directory));
    return [files.map(({ path }) => path), leftOut.map(({ file }) => file)];
  };
  expect(await sent("repo/skills/a")).toEqual([
    ["SKILL.md", "docs/kept.md"],
    ["docs/.gitignore", "docs/SKILL.md", "my.key", "private/"],
  ]);
  expect(await sent("repo/dist/b")).toEqual([["SKILL.md"], [".emporionignore", "x.md"]]);
  expect(await sent("alone/c")).toEqual([["SKILL.md", "x.md"], []]);
});
