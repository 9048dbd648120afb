import fs from "node:fs";
import { expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { assemblePackage } from "@/lib/package";
import { endInterrupted, placeSkill } from "./place-skill";

const sent = assemblePackage([{ path: "SKILL.md", bytes: Buffer.from("new") }]);
const OLD = "a-b.0123456789ab.old";

test("what a check refuses is put back whole, as it was changed in the meantime", async () => {
  const bench = new Workbench();
  bench.write({ "skills/a-b/SKILL.md": "old", "skills/a-b/evolution.json": "{}" });
  const check = () => Promise.reject(new Error("was changed in the meantime"));
  const placing = placeSkill({ cwd: bench.directory, folder: "skills", name: "a-b", check }, sent);
  await expect(placing).rejects.toThrow("was changed in the meantime");
  expect(fs.readdirSync(bench.at("skills"))).toEqual(["a-b"]);
  expect(bench.read("skills/a-b/SKILL.md")).toBe("old");
  await placeSkill({ cwd: bench.directory, folder: "skills", name: "a-b" }, sent);
  expect(fs.readdirSync(bench.at("skills/a-b"))).toEqual(["SKILL.md"]);
});

test.each<[string, string[], string[]]>([
  ["a skill that was moved aside goes back", [OLD, "a-b.0123456789ab.tmp"], ["a-b"]],
  ["of a skill that is there, what is left beside it goes", ["a-b", OLD], ["a-b"]],
  [
    "only what a command leaves is touched",
    ["a-b", "a-b.old", "a-b.0123.old", "a-b-c"],
    ["a-b", "a-b-c", "a-b.0123.old", "a-b.old"],
  ],
  ["another skill's stays", ["a-b", `x-${OLD}`], ["a-b", `x-${OLD}`]],
  ["nothing is made where nothing is", [], []],
])("after a command was killed, %s", async (_, there, left) => {
  const bench = new Workbench();
  fs.mkdirSync(bench.at("skills"));
  for (const name of there) bench.write({ [`skills/${name}/SKILL.md`]: name });
  await endInterrupted(bench.directory, "skills", "a-b");
  expect(fs.readdirSync(bench.at("skills")).sort()).toEqual(left);
});
