import { programOfFile } from "@/lib/conversion/plan-run";
import type { PackageFile } from "@/lib/package";
import type { JsonSchema, SkillManifest } from "@/lib/skill-format";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** Lines of the front matter that are not there, and what they are for. */
export interface MissingLines {
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
export function listMissingLines(
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
