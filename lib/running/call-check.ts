import type { PackageFile } from "@/lib/package";
import type { Need } from "@/lib/running/needs/read-scripts";
import { decideCallable, type RunFacts } from "@/lib/running/run-facts";
import type { Issue, SkillManifest, JsonSchema } from "@/lib/skill-format";
import {
  explainObstacle,
  explainObstacles,
  obstacleNames,
  type CallObstacle,
  type CallObstacleCode,
} from "@/lib/skill-format/issues/call-obstacles";
import { programOfFile } from "@/lib/conversion/plan-run";

/** Lines of the front matter that are not there, and what they are for. */
interface MissingLines {
  /** `call`: the market can start it. `price`: an example proves that it runs, which puts its price into force. */
  purpose: "call" | "price";
  /** A group that is there already gets those below its first line. */
  lines: string[];
}

/** Where a script lies that is started, in the order in which one is chosen. */
const USUAL = [/^scripts\/main\.\w+$/, /^main\.\w+$/, /^scripts\/[^/]+$/, /^[^/]+$/];
/** An object of more members is its author's to write. */
const MAX_MEMBERS = 20;

/**
 * The very lines that a package lacks to be called and to be priced. Nothing for one that holds no script: instructions
 * are not called, and that is no fault. Pure.
 */
function listMissingLines(
  manifest: SkillManifest,
  { files, obstacles }: { files: readonly PackageFile[]; obstacles: readonly CallObstacle[] },
): MissingLines[] {
  const [obstacle] = obstacles;
  const isUnnamed = obstacles.length === 1 && obstacle?.code === "CALL_NO_ENTRY_POINT";
  const entry = isUnnamed ? chooseEntry(files) : null;
  if (obstacles.length > 0 && entry === null) return [];
  const found: MissingLines[] = [];
  if (entry !== null) found.push({ purpose: "call", lines: interfaceLines(manifest, entry) });
  if (manifest.examples.length === 0) found.push({ purpose: "price", lines: exampleLines(manifest) });
  return found;
}

/** The script that is most likely started; null where there is none, or nothing tells which of several. */
function chooseEntry(files: readonly PackageFile[]): string | null {
  const scripts = files.map(({ path }) => path).filter((path) => programOfFile(path) !== null);
  for (const place of USUAL) {
    const there = scripts.filter((path) => place.test(path));
    if (there.length === 1) return there[0] ?? null;
  }
  return null;
}

function interfaceLines({ invocation, runtime }: SkillManifest, entry: string): string[] {
  return [
    "interface:",
    ...(invocation?.kind === undefined ? ["  type: cli"] : []),
    ...(runtime?.language === undefined ? [`  runtime: ${programOfFile(entry) ?? "any"}`] : []),
    `  entry_point: ${isPlain(entry) ? entry : JSON.stringify(entry)}`,
    ...(invocation?.pattern === undefined ? ["  call_pattern: stdin_stdout"] : []),
  ];
}

const isPlain = (text: string) => /^[\w./-]+$/.test(text) && /^[a-z]/i.test(text);

function exampleLines({ schemas: { input, output } }: SkillManifest): string[] {
  return [
    "examples:",
    "  - name: first example",
    `    input: ${JSON.stringify(sampleOf(input))}`,
    `    output: ${JSON.stringify(sampleOf(output))}`,
  ];
}

/** A value of the form that a schema asks for, to be replaced by a true one. */
function sampleOf(schema: JsonSchema | undefined): Record<string, unknown> {
  const properties = schema?.["properties"];
  if (typeof properties !== "object" || properties === null) return {};
  const listed = schema?.["required"];
  const required: readonly unknown[] = Array.isArray(listed) ? listed : Object.keys(properties);
  const members = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(members.slice(0, MAX_MEMBERS).map(([name, member]) => [name, valueOf(member)]));
}

const VALUES: Readonly<Record<string, unknown>> = {
  string: "...",
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
};

function valueOf(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return null;
  const { type, enum: values, default: given } = schema as Record<string, unknown>;
  if (given !== undefined) return given;
  if (Array.isArray(values) && values.length > 0) return values[0] as unknown;
  return typeof type === "string" ? (VALUES[type] ?? null) : null;
}

/** What a check says of calls in the market. It stops no upload: whatever is not called can be installed. */
export interface CallCheck {
  /** Whether calls would be made of it once it is listed, or a price has been put into force by a run. */
  callable: boolean;
  /** Why not, in English; null where they would be. */
  reason: string | null;
  /** Each with what to do about it: warnings are certain, information is what only a run can tell. */
  issues: Issue[];
  /** The lines of the front matter that it lacks to be called and priced; see `listMissingLines`. */
  missing: MissingLines[];
}

/** What is told of a package before it is uploaded. Pure. */
export function checkCalls(
  manifest: SkillManifest,
  { obstacles, needs }: Pick<RunFacts, "obstacles" | "needs">,
  files: readonly PackageFile[],
): CallCheck {
  const priceLamports = BigInt(manifest.pricing?.lamports ?? 0);
  const first = decideCallable({ obstacles, priceLamports, ranAt: null }).obstacles;
  const declared = first.filter(({ code }) => code !== "CALL_MODULE");
  return {
    callable: obstacles.length === 0,
    reason: explainObstacles(obstacles),
    missing: listMissingLines(manifest, { files, obstacles }),
    issues: [
      ...declared.map((each) => toIssue(each, manifest)),
      ...needs.map(({ file, name, line, ...need }): Issue => ({
        dialect: "sandbox",
        severity: need.sure ? "warning" : "info",
        code: need.code,
        path: `${file}#${name}`,
        message: describeNeed({ ...need, name }),
        line,
      })),
    ],
  };
}

/** Where the file says it; the others are about what they name. */
const PLACES: Partial<Record<CallObstacleCode, string>> = {
  CALL_NO_ENTRY_POINT: "interface.entry_point",
  CALL_ELSEWHERE: "interface.type",
  CALL_NETWORK: "permissions.network",
  CALL_NOT_RUN: "pricing",
};

/** Certain, and in the way of somebody who asks a price; otherwise a skill is right to be as it is. */
function toIssue(obstacle: CallObstacle, { pricing, examples }: SkillManifest): Issue {
  const isInTheWay =
    obstacle.code === "CALL_NOT_RUN" ? examples.length === 0 : BigInt(pricing?.lamports ?? 0) > 0n;
  return {
    dialect: "sandbox",
    severity: isInTheWay ? "warning" : "info",
    code: obstacle.code,
    path: PLACES[obstacle.code] ?? obstacleNames(obstacle),
    message: explainObstacle(obstacle),
  };
}

function describeNeed({ code, name, sure }: Pick<Need, "code" | "name" | "sure">): string {
  if (code !== "CALL_MODULE") return SENTENCES[code](name);
  const sentence = explainObstacle({ code, names: [name] });
  return sure ? sentence : `Where it comes to it: ${sentence}`;
}

const SENTENCES: Readonly<Record<Exclude<Need["code"], "CALL_MODULE">, (name: string) => string>> = {
  CALL_PROGRAM: (name) =>
    `It starts ${name}, which the sandbox does not have. Use a program of those in docs/sandbox.md, or do it in the script.`,
  CALL_SYNTAX: (name) =>
    `It has syntax that the sandbox may not read: ${name}. Write it as older releases do, or let an example prove that it runs.`,
  CALL_FOLDER: (name) =>
    `It writes to ${name}. Only /tmp and its own folder can be written, and both are gone after the run: write what is to be kept to standard output.`,
  CALL_CONNECTS: (name) =>
    `It can connect to others with ${name}, and the sandbox has no network: what needs it fails. Declare permissions.network: true where nothing works without.`,
};
