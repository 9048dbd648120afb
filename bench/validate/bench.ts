import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { CHECK_PROFILES, checkSkill, isCheckedFile, type CheckProfile } from "@/lib/skill-format";
import { generateSkills, type BenchSkill } from "./corpus";
import { loadSkillsRef, type SkillsRef } from "./peer";

const SKILLS = 1_000;
const MANY = 10_000;
const ROUNDS = 9;
const TARGET = 5;

/** Skills a second, the best round of each side; of `skills-ref` the better of one by one and all at once. */
interface Measured {
  profile: CheckProfile;
  ours: number;
  theirs: number;
  oursInMemory: number;
  theirsInMemory: number;
}

/** 1,000 skills of each dialect: our check against `skills-ref`, from directories and from memory; then 10,000. */
export async function benchValidate(): Promise<void> {
  const peer = await loadSkillsRef();
  const base = fs.mkdtempSync(
    path.join(fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "emporion-bench-"),
  );
  try {
    const rows: Measured[] = [];
    for (const profile of CHECK_PROFILES) rows.push(await measure(profile, path.join(base, profile), peer));
    printRows(rows, peer);
    measureMemory();
  } finally {
    fs.rmSync(base, { recursive: true });
  }
}

async function measure(profile: CheckProfile, base: string, peer: SkillsRef): Promise<Measured> {
  const skills = generateSkills(profile, SKILLS);
  const directories = skills.map((skill) => write(skill, base));
  assertValid(profile, directories);
  const best = { profile, ours: 0, theirs: 0, oursInMemory: 0, theirsInMemory: 0 };
  const note = (side: Exclude<keyof Measured, "profile">, started: number) => {
    best[side] = Math.max(best[side], SKILLS / ((performance.now() - started) / 1_000));
  };
  // Turn about, so that a slow moment of the machine meets both.
  for (let round = 0; round < ROUNDS; round += 1) {
    let started = performance.now();
    for (const directory of directories) checkDirectory(profile, directory);
    note("ours", started);
    started = performance.now();
    for (const directory of directories) await peer.validate(directory);
    note("theirs", started);
    started = performance.now();
    await Promise.all(directories.map((directory) => peer.validate(directory)));
    note("theirs", started);
    started = performance.now();
    for (const { files, dir } of skills) void checkSkill({ files, dir, dialects: [profile] }).reports;
    note("oursInMemory", started);
    started = performance.now();
    for (const { files, dir } of skills) {
      const [metadata] = peer.parseFrontmatter(files.get("SKILL.md") ?? "");
      peer.validateMetadata(metadata, dir);
    }
    note("theirsInMemory", started);
  }
  return best;
}

function write({ dir, files }: BenchSkill, base: string): string {
  const directory = path.join(base, dir);
  for (const [name, text] of files) {
    const file = path.join(directory, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return directory;
}

/** Reads a directory as `emporion validate` does: every name, and the content a check looks into. */
function checkDirectory(profile: CheckProfile, directory: string): boolean {
  const files = new Map<string, Uint8Array>();
  readInto(files, directory, "");
  const { reports } = checkSkill({ files, dir: path.basename(directory), dialects: [profile] });
  return reports.every(({ valid }) => valid);
}

const NOTHING = new Uint8Array();

function readInto(files: Map<string, Uint8Array>, directory: string, prefix: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const place = `${directory}/${entry.name}`;
    const name = prefix + entry.name;
    if (entry.isDirectory()) readInto(files, place, `${name}/`);
    else files.set(name, isCheckedFile(name) ? readFile(place) : NOTHING);
  }
}

const room = Buffer.allocUnsafe(1024 * 1024);

/** One read into a buffer that is kept; `readFileSync` asks for the size first. */
function readFile(place: string): Uint8Array {
  const file = fs.openSync(place, "r");
  const size = fs.readSync(file, room, 0, room.length, 0);
  fs.closeSync(file);
  return size < room.length ? Uint8Array.prototype.slice.call(room, 0, size) : fs.readFileSync(place);
}

function assertValid(profile: CheckProfile, directories: readonly string[]): void {
  const invalid = directories.find((directory) => !checkDirectory(profile, directory));
  if (invalid !== undefined) throw new Error(`the generated skill ${invalid} is not valid as ${profile}`);
}

function printRows(rows: readonly Measured[], { version }: SkillsRef): void {
  console.log(
    `validate: ${SKILLS} skills a dialect, skills a second, best of ${ROUNDS}; peer skills-ref ${version}`,
  );
  console.log("| dialect | ours | skills-ref | ratio | ours, in memory | skills-ref, in memory | ratio |");
  console.log("| ------- | ---- | ---------- | ----- | --------------- | --------------------- | ----- |");
  for (const { profile, ours, theirs, oursInMemory, theirsInMemory } of rows) {
    const memory = [oursInMemory, theirsInMemory].map(Math.round);
    const ratios = [ours / theirs, oursInMemory / theirsInMemory].map((ratio) => ratio.toFixed(2));
    console.log(
      `| ${[profile, Math.round(ours), Math.round(theirs), ratios[0], ...memory, ratios[1]].join(" | ")} |`,
    );
  }
  const below = rows.filter(({ ours, theirs }) => ours / theirs < TARGET).map(({ profile }) => profile);
  console.log(
    below.length === 0 ? `every dialect at ${TARGET} times or more` : `below ${TARGET}: ${below.join(", ")}`,
  );
}

/** Checks 10,000 different skills one after the other; what the process holds must not grow with their number. */
function measureMemory(): void {
  const readings: string[] = [];
  for (let at = 0; at < MANY; at += SKILLS) {
    for (const profile of CHECK_PROFILES) {
      const [first, last] = [at / CHECK_PROFILES.length, (at + SKILLS) / CHECK_PROFILES.length].map(
        Math.floor,
      );
      for (const { files, dir } of generateSkills(profile, last ?? 0).slice(first)) {
        void checkSkill({ files, dir, dialects: [profile] }).manifest;
      }
    }
    readings.push(`${Math.round(process.memoryUsage().rss / 1024 / 1024)}`);
  }
  console.log(`resident memory in MiB after each ${SKILLS} of ${MANY} skills: ${readings.join(" ")}`);
}
