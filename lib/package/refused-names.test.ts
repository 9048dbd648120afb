import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { HARMLESS, READ_ON_SIGHT } from "./path-names";
import { readArchive, readAcceptedArchive } from "./read-archive";
import { readFolderUpload, readJsonUpload } from "./read-json-upload";
import { checkPackagePath, findNameIssue } from "./path-policy";
import { MAIN, SKILL, withEntry } from "./testing/archive-recipes";
import { ALLOWED_PATHS, REFUSED_PATHS, SPELLED_OTHERWISE } from "./testing/named-paths";
import { buildZip } from "./testing/zip-builder";

const base64 = Buffer.from("x").toString("base64");
const skillMd = Buffer.from(String(SKILL.data)).toString("base64");
type Reading = ReturnType<typeof readArchive>;
const codeOf = (reading: Reading) => (reading.ok ? "accepted" : reading.issue.code);

/** What each way into a market says of a package with a file of this path. */
const doors = (path: string): Record<string, Reading> => ({
  archive: readArchive(withEntry({ ...MAIN, name: path })),
  "archive with a root": readArchive(
    buildZip(
      [SKILL, MAIN].map((entry) => ({
        ...entry,
        name: `pdf/${entry.name === "main.py" ? path : String(entry.name)}`,
      })),
    ),
  ),
  "files of JSON": readJsonUpload({ skill_md: String(SKILL.data), files: { [path]: "x" } }),
  "base64_files of JSON": readJsonUpload({ skill_md: String(SKILL.data), base64_files: { [path]: base64 } }),
  folder: readFolderUpload({ base64_files: { "SKILL.md": skillMd, [path]: base64 } }, "pdf"),
});
const saidByDoors = (path: string) =>
  Object.fromEntries(Object.entries(doors(path)).map(([door, reading]) => [door, codeOf(reading)]));
const everyDoor = (code: string) =>
  Object.fromEntries(Object.keys(doors("a.md")).map((door) => [door, code]));

test("the table names at least 200 paths, each once", () => {
  const paths = REFUSED_PATHS.map(([, path]) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeGreaterThanOrEqual(200);
});

describe("no door takes", () => {
  it.each(REFUSED_PATHS)("%s: %s", (_, path) => {
    expect(findNameIssue(path)).not.toBeNull();
    expect(saidByDoors(path)).toEqual(everyDoor("PATH_INVALID"));
  });

  it.each(SPELLED_OTHERWISE)("%s: %j", (_, path) => {
    expect(findNameIssue(path.normalize("NFC"))).not.toBeNull();
    expect(checkPackagePath(path)?.code).toBe("PATH_INVALID");
  });

  it("a root directory of such a name, which unpacking would make", () => {
    for (const root of [".vscode", ".git", "node_modules", "NODE_MODULES", "git~1", "a.app"]) {
      const archive = buildZip(
        [SKILL, { ...MAIN, name: "tasks.json" }].map((entry) => ({
          ...entry,
          name: `${root}/${String(entry.name)}`,
        })),
      );
      expect([root, codeOf(readArchive(archive))]).toEqual([root, "PATH_INVALID"]);
    }
  });
});

describe("every door takes", () => {
  it.each(ALLOWED_PATHS.filter((path) => path !== "SKILL.md"))("%s", (path) => {
    expect(saidByDoors(path)).toEqual(everyDoor("accepted"));
  });
});

test("a refusal names the path, the part of it and the reason", () => {
  const reading = readArchive(withEntry({ ...MAIN, name: "store/commondir" }));
  expect(reading.ok ? null : reading.issue).toEqual({
    code: "PATH_INVALID",
    path: "store/commondir",
    message:
      'The path "store/commondir" is not allowed: "commondir" makes git take its folder for a repository, whose settings run programs. Leave it out.',
  });
});

test("what the store took before can still be read", () => {
  const reading = readAcceptedArchive(withEntry({ ...MAIN, name: ".vscode/tasks.json" }));
  expect(reading.ok && reading.package.files.map(({ path }) => path)).toEqual([
    ".vscode/tasks.json",
    "SKILL.md",
  ]);
  expect(codeOf(readAcceptedArchive(withEntry({ ...MAIN, name: "../x" })))).toBe("PATH_INVALID");
});

/** Characters that HFS+ leaves out of a name (git, utf8.c). */
const LEFT_OUT = [
  0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x206a, 0x206b, 0x206c, 0x206d,
  0x206e, 0x206f, 0xfeff,
];
const ignorable = fc
  .array(fc.constantFrom(...LEFT_OUT.map((code) => String.fromCodePoint(code))), { maxLength: 2 })
  .map((all) => all.join(""));
const mixedCase = (name: string) =>
  fc
    .tuple(...Array.from(name, (letter) => fc.constantFrom(letter.toLowerCase(), letter.toUpperCase())))
    .map((all) => all.join(""));

test("whatever git protects .git from on HFS+ and NTFS is refused, wherever it stands", () => {
  const hfs = mixedCase(".git").chain((name) =>
    fc
      .tuple(...Array.from(name, (letter) => ignorable.map((more) => letter + more)), ignorable)
      .map((all) => [all.at(-1), ...all.slice(0, -1)].join("")),
  );
  const ntfs = fc
    .tuple(
      fc.constantFrom(".git", "git~1"),
      fc.stringMatching(/^[ .]{0,3}$/),
      fc.constantFrom("", ":x", "::$INDEX_ALLOCATION", ":$i30:$INDEX_ALLOCATION"),
    )
    .chain(([name, end, stream]) => mixedCase(name).map((cased) => cased + end + stream));
  const separators = fc.constantFrom("/", "\\");
  fc.assert(
    fc.property(
      fc.oneof(hfs, ntfs),
      fc.constantFrom("", "a", "b/c"),
      separators,
      fc.constantFrom("", "config"),
      (name, above, separator, below) => {
        const path = [above, name, below].filter((part) => part !== "").join(separator);
        expect(findNameIssue(path)).not.toBeNull();
        expect(checkPackagePath(path)).not.toBeNull();
      },
    ),
    { numRuns: runs(2_000) },
  );
});

test("a name of ordinary letters is refused whatever its case, and one that begins with a dot unless it is listed", () => {
  const listed = new Set(HARMLESS.map(([name]) => name));
  const names = REFUSED_PATHS.map(([, path]) => path).filter((path) => /^[\w.~/-]+$/.test(path));
  fc.assert(
    fc.property(fc.constantFrom(...names).chain(mixedCase), (path) => {
      expect(findNameIssue(path)).not.toBeNull();
    }),
    { numRuns: runs(1_000) },
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), (rest) => {
      const name = `.${rest}`;
      if (!listed.has(name) && !name.startsWith(".env.")) expect(findNameIssue(name)).not.toBeNull();
    }),
    { numRuns: runs(1_000) },
  );
});

describe("the list itself", () => {
  const names = READ_ON_SIGHT.flatMap(([, ...all]) => all);

  it("is written in lower case, each name once, with a reason that goes on the sentence", () => {
    expect(new Set(names).size).toBe(names.length);
    for (const name of [...names, ...HARMLESS.map(([each]) => each)]) expect(name).toBe(name.toLowerCase());
    for (const [reason] of READ_ON_SIGHT) expect(reason).toMatch(/^[a-z][^.]+$/);
    for (const [name, reason] of HARMLESS)
      expect([name, reason]).toEqual([expect.stringMatching(/^\./), expect.stringMatching(/^[a-z]/)]);
  });

  it("has a path of the table for each of its names, so that none can be lost unseen", () => {
    const withoutOne = names.filter((name) => {
      const form = new RegExp(
        `(?:^|/)${name.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll("*", "[^/]+")}${name.endsWith("/") ? "" : "$"}`,
        "i",
      );
      return !REFUSED_PATHS.some(([, path]) => form.test(path));
    });
    const shells = withoutOne.filter((name) => /\.(?:exe|com|bat|cmd)$/.test(name));
    for (const name of shells) expect(findNameIssue(name)).not.toBeNull();
    expect(withoutOne.filter((name) => !shells.includes(name))).toEqual([]);
  });

  it("refuses no folder that a skill may be called, so that every name can be the root of an archive", () => {
    const folders = names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1));
    expect(folders.filter((name) => /^[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  it.each(["docs/vetting.md", "docs/zh-Hans/vetting.md", "docs/ko/vetting.md"])(
    "%s names every harmless one",
    (file) => {
      const text = fs.readFileSync(file, "utf8");
      expect(HARMLESS.map(([name]) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    },
  );
});
