// `npm run vetting:weights -- FOLDER`: makes lib/vetting/likeness/weights.json from the project's own harmful and honest
// steps, and from the honest skills below FOLDER. Half of those are learnt from, and on the other half is measured.
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { sha256Digest } from "@/lib/kernel/digest";
import { readPassages } from "@/lib/vetting/likeness/passages";
import { readMarkdown } from "@/lib/vetting/reading/markdown";
import { BENIGN } from "@/lib/vetting/testing/benign-samples";
import { EVERYDAY } from "@/lib/vetting/testing/everyday";
import { LOOK_ALIKES } from "@/lib/vetting/testing/look-alikes";
import { PUBLISHED } from "@/lib/vetting/testing/published-skills";
import { sampleFiles } from "@/lib/vetting/testing/sample";
import { readClassSamples } from "@/lib/vetting/testing/classes/class-samples";
import { Stop } from "../../../scripts/explain.mjs";
import { highestScore, thresholdFor, train, type Example } from "./train";

/** Of the half that is learnt from, where each part is judged by what was learnt from the other. */
const HELD_SHARE = 0.1;
const HOSTS_OF_A_STEP = 3;
const MAX_HOST = 12_000;
const BULLETS = ["- ", "1. ", "", "* "];
const OUT = "lib/vetting/likeness/weights.json";

interface Skill {
  readonly name: string;
  readonly about: string;
  readonly visible: string;
}

const hash = (text: string) => parseInt(sha256Digest(text).slice(-8), 16);
const linesOf = (file: string) =>
  fs
    .readFileSync(path.join("bench/vetting/likeness", file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

function readSkill(text: string): Skill {
  const name = /^name:\s*(.+)$/m.exec(text)?.[1]?.trim() ?? "";
  const description = /^description:\s*([^]*?)\n(?=\w[\w-]*:|---)/m.exec(text)?.[1] ?? "";
  return { name, about: `${name} ${description}`, visible: readMarkdown(text).visible };
}

function readFolder(folder: string): Skill[] {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "SKILL.md")
    .sort();
  const texts = new Set(files.map((file) => fs.readFileSync(path.join(folder, file), "utf8")));
  return [...texts].map(readSkill);
}

/** The passages of steps that are put into a skill, as they read there. */
function inSkill(steps: readonly string[], { visible, about }: Skill, at: number, bullet: string): Example[] {
  const lines = visible.split("\n");
  const from = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  const place = from + (at % Math.max(1, lines.length - from));
  const put = steps.map((step) => bullet + step);
  const text = [...lines.slice(0, place), ...put, ...lines.slice(place)].join("\n");
  const start = lines.slice(0, place).join("\n").length;
  const end = start + put.join("\n").length;
  const passages = readPassages(text, about).filter(
    (passage) =>
      passage.from >= start && passage.from <= end && put.some((step) => step.includes(passage.text)),
  );
  return passages.map(({ features }) => ({ features, isHarmful: true, weight: 1 / passages.length }));
}

const OWN = readClassSamples().filter(({ language }) => language !== "code");
const ownSkill = ({ files }: (typeof OWN)[number]) =>
  readSkill(Buffer.from(files[0]!.bytes).toString("utf8"));
const HARMFUL = [
  ...OWN.filter(({ group }) => group !== 11).map(({ text }) => text),
  ...linesOf("harmful-steps.txt"),
];
const HONEST: Skill[] = [
  ...[...BENIGN, ...EVERYDAY, ...LOOK_ALIKES, ...PUBLISHED]
    .flatMap((sample) => sampleFiles(sample).filter((file) => file.path.endsWith(".md")))
    // Judged under this name and description.
    .map(({ bytes }) => ({ ...readSkill(Buffer.from(bytes).toString("utf8")), about: "sample A sample." })),
  ...OWN.filter(({ group }) => group === 11).map(ownSkill),
  ...linesOf("honest-steps.txt").map((line) => {
    const [name = "", description = "", text = ""] = line.split("|");
    const visible = `## Steps\n\n${text
      .split("\\n")
      .map((step) => `- ${step}`)
      .join("\n")}`;
    return { name, about: `${name} ${description}`, visible };
  }),
];
/** Short skills, as many are. */
const SHORT = OWN.filter(({ group }) => group === 11).map(ownSkill);

const passagesOf = ({ visible, about }: Skill) =>
  readPassages(visible, about).map(({ features }) => features);

function examplesOf(skills: readonly Skill[]): Example[] {
  const hosts = skills.filter(({ visible }) => visible.length < MAX_HOST);
  const harmful = HARMFUL.flatMap((text) => {
    const steps = text.split("\\n");
    const key = hash(text);
    const short = SHORT[key % SHORT.length]!;
    const long = Array.from(
      { length: HOSTS_OF_A_STEP },
      (_, turn) =>
        [hosts[(key + turn * 7919) % hosts.length]!, BULLETS[(key + turn) % BULLETS.length]!] as const,
    );
    return [[short, "- "] as const, ...long].flatMap(([host, bullet]) =>
      inSkill(steps, host, key >>> 3, bullet),
    );
  });
  const honest = (skill: Skill, weight: number) =>
    passagesOf(skill).map((features) => ({ features, isHarmful: false, weight }));
  return harmful.concat(
    skills.flatMap((skill) => honest(skill, 1)),
    HONEST.flatMap((skill) => honest(skill, 10)),
  );
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Stop("Name a folder of honest skills: npm run vetting:weights -- FOLDER");
const skills = readFolder(folder);
const part = (skill: Skill) => hash(skill.name) % 4;
const learnt = skills.filter((skill) => part(skill) < 2);
const parts = [0, 1].map((each) => learnt.filter((skill) => part(skill) === each));
const judged = parts.flatMap((own, at) => {
  const model = train(examplesOf(parts[1 - at]!));
  return own.map((skill) => highestScore(passagesOf(skill), model));
});
const model = { ...train(examplesOf(learnt)), threshold: thresholdFor(judged, HELD_SHARE) };
const other = skills
  .filter((skill) => part(skill) >= 2)
  .map((skill) => highestScore(passagesOf(skill), model));
fs.writeFileSync(
  OUT,
  `${JSON.stringify({ ...model, weights: Object.fromEntries(model.weights) }, null, 0).replaceAll(',"', ',\n"')}\n`,
);
const held = other.filter((score) => score > model.threshold).length;
console.log(`${model.weights.size} weights, threshold ${model.threshold}`);
console.log(`skills that were not learnt from: ${held} of ${other.length} held`);
