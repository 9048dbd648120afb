import { createHash } from "node:crypto";
import { writeArchive } from "@/lib/package";

export type Files = Record<string, string | Uint8Array>;
type Verdict = "approved" | "caution" | "rejected" | "refused";

interface Folder {
  name: string;
  verdict: Verdict;
  files: (name: string) => Files;
  /** Left out, the folder is called like the skill. */
  dir?: string;
}

interface Archive {
  name: string;
  verdict: Verdict;
  bytes: (name: string) => Uint8Array;
  fileName: string;
}

const md = (name: string, lines = "", body = "# Title\n") =>
  `---\nname: ${name}\ndescription: Extracts text. Use for PDFs.\n${lines}---\n\n${body}`;

/** A folder with these lines in the front matter of its SKILL.md, and nothing beside it. */
const lines = (name: string, verdict: Verdict, written: string): Folder => ({
  name,
  verdict,
  files: (skill) => ({ "SKILL.md": md(skill, `${written}\n`) }),
});

/** A folder with this text, or these bytes, as its SKILL.md. */
const text = (name: string, verdict: Verdict, make: (skill: string) => string | Uint8Array): Folder => ({
  name,
  verdict,
  files: (skill) => ({ "SKILL.md": make(skill) }),
});

/** A sound skill with further files. */
const beside = (name: string, verdict: Verdict, files: Files): Folder => ({
  name,
  verdict,
  files: (skill) => ({ "SKILL.md": md(skill), ...files }),
});

const many = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`assets/${at}.txt`, "x"]));

/** Bytes that no compression makes smaller, the same each time. */
function noise(bytes: number): Uint8Array {
  const parts: Buffer[] = [];
  for (let at = 0; at * 64 < bytes; at += 1) parts.push(createHash("sha512").update(String(at)).digest());
  return Buffer.concat(parts).subarray(0, bytes);
}

const MEBIBYTE = 1024 * 1024;
const table = (bytes: number) => "a line of a long table\n".repeat(Math.ceil(bytes / 23));

export const FOLDERS: readonly Folder[] = [
  lines("a plain skill", "approved", "license: MIT"),
  lines("a version of two numbers", "approved", "version: 1.0"),
  lines("the same in quotes", "approved", 'version: "1.4"'),
  lines("a v before it", "approved", "version: v1.2.3"),
  lines("a v before one number", "approved", "version: v2"),
  lines("a v before a pre-release", "approved", "version: v1.0.0-rc.1"),
  lines("a semantic version", "approved", "version: 1.2.3"),
  lines("a date as version", "caution", "version: 2024.01.15"),
  lines("a word as version", "caution", "version: stable"),
  lines("a version that names another", "rejected", "version: latest"),
  lines("the name of the newest of all", "rejected", "version: next"),
  lines("four numbers as version", "caution", "version: 1.2.3.4"),
  lines("a short version of USK", "caution", "spec: usk/1.0\nversion: 1.0"),
  lines("a short version of Exo", "rejected", "version: 1.0\npricing: { model: per_call }"),
  lines("a short version of Skill Metadata", "rejected", "version: v1.0\ncreated_at: 2026-01-23"),
  lines("a short version of VibeLife", "rejected", "id: vibe\nversion: v1\ntriggers: [pdf]"),
  lines("a version with a quote", "rejected", "version: '1.0\"x'"),
  lines("a version of 65 characters", "rejected", `version: 1.0.0-${"a".repeat(59)}`),
  lines("a long category", "rejected", `category: ${"c".repeat(101)}`),
  lines("a NUL written as an escape", "rejected", 'tags: ["a\\0b"]'),
  lines("a key twice", "rejected", "license: MIT\nlicense: ISC"),
  lines("an unquoted colon", "rejected", "license: MIT: see below"),
  lines("an open bracket", "rejected", "tags: [a, b"),
  lines("an at sign", "rejected", "author: @someone"),
  lines("a backtick", "rejected", "license: `MIT`"),
  lines("a tab as indentation", "rejected", "metadata:\n\tauthor: me"),
  lines("a text behind a quoted one", "rejected", 'license: "MIT" or so'),
  lines("what the standard has under metadata", "approved", 'metadata: { author: me, version: "1.0" }'),
  lines(
    "what OpenClaw requires",
    "approved",
    'metadata: {"openclaw": {"requires": {"env": ["A_KEY"], "bins": ["jq"]}}}',
  ),
  lines("the same as JSON in a text", "approved", `metadata: '{"clawdbot": {"os": ["linux"]}}'`),
  lines("a control character", "rejected", "license: MIT\u0007"),
  lines("a tag of some program", "rejected", "license: !mit MIT"),
  lines("a word in asterisks", "rejected", "compatibility: *any* system"),
  lines("a text that a comment cuts", "approved", "compatibility: Needs C # 12"),
  lines("an empty capability", "caution", "spec: usk/1.0\ncapabilities: [read, '']"),
  lines("an empty dependency", "rejected", "created_at: 2026-01-23\ndependencies: [curl, ' ']"),
  {
    name: "skill.md",
    verdict: "rejected",
    files: (skill) => ({ "skill.md": md(skill) }),
  },
  { name: "Skill.md", verdict: "refused", files: (skill) => ({ "Skill.md": md(skill) }) },
  { name: "SKILL.MD", verdict: "refused", files: (skill) => ({ "SKILL.MD": md(skill) }) },
  { name: "no SKILL.md", verdict: "refused", files: () => ({ "README.md": "x" }) },
  text("no description", "rejected", (skill) => `---\nname: ${skill}\n---\n`),
  text("no name", "rejected", () => "---\ndescription: Use for PDFs.\n---\n"),
  text("no front matter", "rejected", () => "# Title\n"),
  text("front matter that does not end", "rejected", (skill) => `---\nname: ${skill}\n`),
  text("an empty block", "rejected", () => "---\n---\n"),
  text("a list as front matter", "rejected", () => "---\n- a\n---\n"),
  text("nothing in it", "rejected", () => ""),
  text("Latin-1", "rejected", (skill) => Buffer.from(md(skill, "license: caf\u00e9\n"), "latin1")),
  text("UTF-16", "rejected", (skill) => Buffer.from(`\ufeff${md(skill)}`, "utf16le")),
  text("a byte order mark", "approved", (skill) => `\ufeff${md(skill)}`),
  text("Windows line ends", "approved", (skill) => md(skill).replaceAll("\n", "\r\n")),
  text("a name in capitals", "rejected", () => md("Not-Kebab")),
  text("the name of a device", "rejected", () => md("con")),
  text("a name of 65 characters", "rejected", () => md("n".repeat(65))),
  text("a long description", "approved", (skill) =>
    md(skill).replace("Use for PDFs.", "Use it. ".repeat(200)),
  ),
  {
    name: "a declared format that asks for another folder",
    verdict: "rejected",
    dir: "elsewhere",
    files: (skill) => ({ "SKILL.md": md(skill, "dialects: [agent-skills]\n") }),
  },
  {
    name: "another folder",
    verdict: "approved",
    dir: "somewhere",
    files: (skill) => ({ "SKILL.md": md(skill) }),
  },
  beside("60 files", "approved", many(59)),
  beside("500 files", "approved", many(499)),
  beside("501 files", "refused", many(500)),
  beside("a path of 200 characters", "approved", { [`a/${"b".repeat(198)}`]: "x" }),
  beside("a path of 201 characters", "refused", { [`a/${"b".repeat(199)}`]: "x" }),
  beside("a device among the files", "refused", { "scripts/aux.txt": "x" }),
  beside("a name with a colon", "refused", { "a:b.txt": "x" }),
  beside("a name that ends in a dot", "refused", { "notes.": "x" }),
  beside("a backslash in a name", "refused", { "a\\b.txt": "x" }),
  beside("two names in one", "refused", { "A.txt": "x", "a.txt": "y" }),
  beside("5.5 MiB that compress well", "approved", { "table.csv": table(5.5 * MEBIBYTE) }),
  beside("5.2 MiB that do not compress", "refused", { "noise.bin": noise(5.2 * MEBIBYTE) }),
];

const archive = (skill: string, further: Files = {}, root = skill) =>
  writeArchive(
    Object.entries({ "SKILL.md": md(skill), ...further }).map(([path, bytes]) => ({
      path,
      bytes: Buffer.from(bytes),
    })),
    root,
  );

export const ARCHIVES: readonly Archive[] = [
  { name: "named .skill", verdict: "approved", fileName: "a.skill", bytes: (skill) => archive(skill) },
  { name: "named .zip", verdict: "approved", fileName: "a.zip", bytes: (skill) => archive(skill) },
  { name: "named .ZIP", verdict: "approved", fileName: "a.ZIP", bytes: (skill) => archive(skill) },
  { name: "named .txt", verdict: "approved", fileName: "a.txt", bytes: (skill) => archive(skill) },
  { name: "without an ending", verdict: "approved", fileName: "download", bytes: (skill) => archive(skill) },
  { name: "flat", verdict: "approved", fileName: "a.skill", bytes: (skill) => archive(skill, {}, "") },
  {
    name: "a text named .skill",
    verdict: "refused",
    fileName: "a.skill",
    bytes: () => Buffer.from("no archive"),
  },
  {
    name: "a text named .zip",
    verdict: "refused",
    fileName: "a.zip",
    bytes: (skill) => Buffer.from(md(skill)),
  },
  {
    name: "cut off",
    verdict: "refused",
    fileName: "a.skill",
    bytes: (skill) => archive(skill).subarray(0, -9),
  },
  {
    name: "bytes behind its end",
    verdict: "refused",
    fileName: "a.zip",
    bytes: (skill) => Buffer.concat([archive(skill), Buffer.from("x")]),
  },
  {
    name: "501 entries",
    verdict: "refused",
    fileName: "a.skill",
    bytes: (skill) => archive(skill, many(500)),
  },
  {
    name: "a path that leads out",
    verdict: "refused",
    fileName: "a.skill",
    bytes: () =>
      Buffer.from(Buffer.from(archive("xx")).toString("latin1").replaceAll("xx/", "../"), "latin1"),
  },
];
