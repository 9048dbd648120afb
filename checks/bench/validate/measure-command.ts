import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { CHECK_PROFILES } from "@/lib/skill-format";
import { fastTempDirectory } from "@/scripts/fast-temp-directory";
import { generateSkills } from "./corpus";
import { SKILLS_REF_COMMAND, SKILLS_REF_LIBRARY } from "./peer";
import { writeSkill } from "./write-skill";

const SKILLS = 1_000;
/** Enough for a command that takes one skill for each start: each start takes as long as the other. */
const STARTS = 40;
const AT_ONCE = 2;
const ROUNDS = 3;
const COMMAND = path.join(import.meta.dirname, "emporion.mjs");

/** A program of the README of `skills-ref`, over all directories below one. */
const SCRIPT = `
import fs from "node:fs";
import { pathToFileURL } from "node:url";
const [library, base] = process.argv.slice(1);
const { validate } = await import(pathToFileURL(library).href);
const found = await Promise.all(fs.readdirSync(base).map((name) => validate(base + "/" + name)));
console.log(found.filter((faults) => faults.length > 0).length);
`;

/** Whole processes, from start to end: our command, the command of `skills-ref`, and a program around its library. */
async function measureCommands(): Promise<void> {
  const base = fs.mkdtempSync(path.join(fastTempDirectory(1024 ** 3), "emporion-bench-"));
  try {
    console.log(
      `validate, whole processes: ${SKILLS} skills of a dialect, skills a second, best of ${ROUNDS}`,
    );
    console.log(
      "| dialect | emporion validate | skills-ref validate | ratio | program with skills-ref | ratio |",
    );
    console.log(
      "| ------- | ----------------- | ------------------- | ----- | ----------------------- | ----- |",
    );
    for (const profile of CHECK_PROFILES) {
      const place = path.join(base, profile);
      const directories = generateSkills(profile, SKILLS).map((skill) => writeSkill(skill, place));
      const best = { ours: 0, command: 0, program: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        best.ours = Math.max(
          best.ours,
          await rate(SKILLS, () => run([COMMAND, "validate", place, "--dialect", profile, "--quiet"])),
        );
        best.command = Math.max(
          best.command,
          await rate(STARTS, () => startEach(directories.slice(0, STARTS))),
        );
        best.program = Math.max(
          best.program,
          await rate(SKILLS, () => run(["--input-type=module", "-e", SCRIPT, SKILLS_REF_LIBRARY, place])),
        );
      }
      const { ours, command, program } = best;
      const cells = [
        profile,
        Math.round(ours),
        Math.round(command),
        (ours / command).toFixed(0),
        Math.round(program),
        (ours / program).toFixed(2),
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  } finally {
    fs.rmSync(base, { recursive: true });
  }
}

async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - started);
}

/** `skills-ref validate` takes one directory: as many starts as directories, two at a time. */
async function startEach(directories: string[]): Promise<void> {
  const waiting = [...directories];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await run([SKILLS_REF_COMMAND, "validate", next]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Runs a program to its end; what it found is its own business, dying is not. */
function run(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 || code === 1 ? resolve() : reject(new Error(`exit code ${code}`)),
    );
  });
}

await measureCommands();
