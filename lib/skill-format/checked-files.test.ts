import { expect, it } from "vitest";
import { checkSkill, isCheckedFile } from "./check-skill";
import { CHECK_PROFILES } from "./types";
import { EXO_FRONT_MATTER, skillFiles, USK_FRONT_MATTER } from "./testing/build-skill";
import { reportMigration } from "./vibelife/migration-report";

it("no check reads the content of a file that is not called a checked one", () => {
  const names = [
    "main.py",
    "tools/tools.yaml",
    "tools/handlers.py",
    "routing.yaml",
    "evolution.json",
    "LICENSE",
  ];
  const extra = Object.fromEntries(
    [...names, "scripts/main.py", "references/a.md"].map((name) => [name, "x: 1"]),
  );
  const body = "# T\n\n[a](references/a.md) `rules/a.md`\n";
  const read = new Set<string>();
  for (const frontMatter of [EXO_FRONT_MATTER, `${USK_FRONT_MATTER}\nid: web-search\nlicense: LICENSE`]) {
    const files = skillFiles(frontMatter, { body, files: { ...extra, "dialects/usk.yaml": "a: 1" } });
    const get = files.get.bind(files);
    files.get = (path) => {
      read.add(path);
      return get(path);
    };
    checkSkill({ files, dialects: CHECK_PROFILES });
    reportMigration(files);
  }
  expect([...read].filter((path) => !isCheckedFile(path))).toEqual([]);
  expect(read).toContain("dialects/usk.yaml");
});
