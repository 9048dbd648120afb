import fs from "node:fs";
import { expect, test } from "vitest";
import { Workbench } from "../testing/run-cli";
import { findProjects, MOST } from "./find-projects";

const LOCK = "emporion.lock.json";

test("projects are found at any depth, not behind links, not in what tools leave behind", async () => {
  const bench = new Workbench();
  bench.write({
    [LOCK]: "",
    [`a/b/${LOCK}`]: "",
    [`.hidden/${LOCK}`]: "",
    [`node_modules/x/${LOCK}`]: "",
    [`.git/${LOCK}`]: "",
    [`c/.venv/${LOCK}`]: "",
    [`d/${LOCK}/x`]: "",
  });
  const other = new Workbench();
  other.write({ [LOCK]: "" });
  fs.symlinkSync(other.directory, bench.at("linked"));
  fs.mkdirSync(bench.at("e"));
  fs.symlinkSync(bench.at(LOCK), bench.at(`e/${LOCK}`));
  fs.symlinkSync("..", bench.at("e/circle"));
  expect(await findProjects(bench.directory)).toEqual({
    projects: [bench.directory, bench.at(".hidden"), bench.at("a/b")],
    limits: [],
  });
});

test("each bound ends the walk and is named", async () => {
  const bench = new Workbench();
  bench.write({ [`a/b/c/${LOCK}`]: "", [`d/${LOCK}`]: "", [`e/${LOCK}`]: "" });
  const limited = async (most: Partial<typeof MOST>) => findProjects(bench.directory, { ...MOST, ...most });
  const all = [bench.at("a/b/c"), bench.at("d"), bench.at("e")];
  expect(await limited({ depth: 3, directories: 6, projects: 3, entries: 8 })).toEqual({
    projects: all,
    limits: [],
  });
  expect(await limited({ depth: 2 })).toEqual({
    projects: all.slice(1),
    limits: ["more than 2 directories deep"],
  });
  expect((await limited({ directories: 5 })).limits).toEqual(["more than 5 directories"]);
  expect((await limited({ entries: 7 })).limits).toEqual(["more than 7 files and directories"]);
  expect(await limited({ projects: 2 })).toEqual({
    projects: all.slice(1),
    limits: ["more than 2 projects"],
  });
  expect((await findProjects(bench.at("nowhere"))).limits).toEqual([expect.stringContaining("ENOENT")]);
});
