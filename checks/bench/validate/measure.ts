import fs from "node:fs";
import path from "node:path";
import { readForChecks } from "@/cli/read-directory";
import { CHECK_PROFILES, checkSkill, isCheckedFile, judgeSkill, type CheckProfile } from "@/lib/skill-format";
import { fastTempDirectory } from "@/scripts/fast-temp-directory";
import { generateSkills } from "./corpus";
import { loadSkillsRef, type SkillsRef } from "./peer";
import { writeSkill } from "./write-skill";

/**
 * Keeps the quickest time of each turn: what another program of the machine delayed is measured again in another round.
 */
class Stopwatch {
  private readonly quickest = new Map<number, number>();

  /** Times what a turn does; `turn` tells the turns apart. */
  time(turn: number, work: () => void): void {
    const started = performance.now();
    work();
    this.note(turn, started);
  }

  async timeAsync(turn: number, work: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    await work();
    this.note(turn, started);
  }

  /** How many a second, when all turns together did `count`. */
  perSecond(count: number): number {
    const milliseconds = [...this.quickest.values()].reduce((sum, each) => sum + each, 0);
    return (count * 1_000) / milliseconds;
  }

  private note(turn: number, started: number): void {
    const time = performance.now() - started;
    this.quickest.set(turn, Math.min(this.quickest.get(turn) ?? Number.POSITIVE_INFINITY, time));
  }
}

const SKILLS = 1_000;
const MANY = 10_000;
const ROUNDS = 15;
/** Skills in a row before it is the other's turn. */
const TURN = 50;
const TARGET = 5;

/** Skills a second, each turn at its best; of `skills-ref` the better of one by one and all at once. */
interface Measured {
  profile: CheckProfile;
  ours: number;
  theirs: number;
  oursInMemory: number;
  theirsInMemory: number;
}

/** 1,000 skills of each dialect: our check against `skills-ref`, from directories and from memory; then 10,000. */
async function measureAll(): Promise<void> {
  const peer = await loadSkillsRef();
  const base = fs.mkdtempSync(path.join(fastTempDirectory(1024 ** 3), "emporion-bench-"));
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
  const directories = skills.map((skill) => writeSkill(skill, base));
  assertValid(profile, directories);
  const [ours, theirs, oursInMemory, theirsInMemory] = [
    new Stopwatch(),
    new Stopwatch(),
    new Stopwatch(),
    new Stopwatch(),
  ];
  // Turn about in short turns, so that a slow moment of the machine meets all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let first = 0; first < SKILLS; first += TURN) {
      const places = directories.slice(first, first + TURN);
      const turn = skills.slice(first, first + TURN);
      ours.time(first, () => places.forEach((place) => checkDirectory(profile, place)));
      await theirs.timeAsync(first, async () => {
        for (const place of places) await peer.validate(place);
      });
      await theirs.timeAsync(first, () => Promise.all(places.map((place) => peer.validate(place))));
      oursInMemory.time(first, () =>
        turn.forEach(({ files, dir }) => judgeSkill({ files, dir, dialects: [profile] })),
      );
      theirsInMemory.time(first, () =>
        turn.forEach(({ files, dir }) => {
          const [metadata] = peer.parseFrontmatter(files.get("SKILL.md") ?? "");
          peer.validateMetadata(metadata, dir);
        }),
      );
    }
  }
  return {
    profile,
    ours: ours.perSecond(SKILLS),
    theirs: theirs.perSecond(SKILLS),
    oursInMemory: oursInMemory.perSecond(SKILLS),
    theirsInMemory: theirsInMemory.perSecond(SKILLS),
  };
}

/** What `emporion validate` does with a directory: every name, the content a check looks into, the verdict. */
function checkDirectory(profile: CheckProfile, directory: string): boolean {
  const files = readForChecks(directory, isCheckedFile);
  const reports = judgeSkill({ files, dir: path.basename(directory), dialects: [profile] });
  return reports.every(({ valid }) => valid);
}

function assertValid(profile: CheckProfile, directories: readonly string[]): void {
  const invalid = directories.find((directory) => !checkDirectory(profile, directory));
  if (invalid !== undefined) throw new Error(`the generated skill ${invalid} is not valid as ${profile}`);
}

function printRows(rows: readonly Measured[], { version }: SkillsRef): void {
  console.log(
    `validate: ${SKILLS} skills a dialect, skills a second, each turn of ${TURN} at its best of ${ROUNDS} rounds; peer skills-ref ${version}`,
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

await measureAll();
