import { isDeepStrictEqual } from "node:util";
import { readFiles } from "@/checks/conformance/runner/conformance-case";
import { CASES_DIRECTORY, loadCases } from "@/checks/conformance/runner/load-cases";
import { readArchive, writeArchive } from "@/lib/package";
import { validateAgainstSchema } from "@/lib/running/contract/json-schema";
import {
  CHECK_PROFILES,
  checkSkill,
  decideStatus,
  describeFields,
  findSchemaIssue,
  matchSchema,
  readEvolution,
  reportMigration,
  stitchSkill,
  type JsonSchema,
} from "@/lib/skill-format";
import { splitFences } from "@/lib/skill-format/document/lines";
import { readYaml } from "@/lib/skill-format/yaml/read-yaml";
import { openServedTargets } from "./served-targets";
import { makeArchive } from "./mutate-bytes";
import { makeValue, mutateSchema } from "./mutate-schema";
import { mutateText } from "./mutate-text";
import type { Random } from "./random";

/** One thing that is fed with odd inputs. Throws when it does what it never may. */
export interface Target {
  name: string;
  /** How often it is chosen, against the others. */
  weight: number;
  run(random: Random): Promise<void> | void;
}

type Files = ReadonlyMap<string, string | Uint8Array>;

/** The targets, with the packages and schemas of the conformance cases to begin from. */
export async function loadTargets(): Promise<{ targets: Target[]; close: () => Promise<void> }> {
  const cases = await loadCases(CASES_DIRECTORY);
  const packages = cases.map(({ input }) => readFiles(input["files"])).filter(({ size }) => size > 0);
  const texts = packages.flatMap((files) => [...files.values()].filter((file) => typeof file === "string"));
  const blocks = texts.flatMap((text) => {
    const fenced = splitFences(text);
    return fenced.state === "fenced" ? [fenced.block] : [];
  });
  const schemas = packages.flatMap((files) => schemasOf(files));
  const served = await openServedTargets(texts, schemas);
  const targets: Target[] = [
    ...served.targets,
    {
      name: "reader",
      weight: 10,
      run: (random) => readMutated(mutatePackage(random.pick(packages), random, texts)),
    },
    {
      name: "yaml",
      weight: 10,
      run: (random) => void readYaml(mutateText(random.pick(blocks), random, blocks), 2),
    },
    { name: "archive", weight: 10, run: (random) => unpack(makeArchive(random)) },
    {
      name: "stitch",
      weight: 3,
      run: (random) => stitchTwice(mutatePackage(random.pick(packages), random, texts), random),
    },
    {
      name: "schema check",
      weight: 5,
      run: (random) => matchMutated(mutateSchema(random.pick(schemas), random), random),
    },
    {
      name: "schema gate",
      weight: 1,
      run: (random) => passGate(mutateSchema(random.pick(schemas), random), random),
    },
  ];
  return { targets, close: served.close };
}

function schemasOf(files: Files): JsonSchema[] {
  const { schemas } = checkSkill({ files }).manifest;
  return [schemas.input, schemas.output].filter((schema) => schema !== undefined);
}

function mutatePackage(
  files: Files,
  random: Random,
  texts: readonly string[],
): Map<string, string | Uint8Array> {
  const changed = new Map(files);
  for (const [path, content] of files) {
    if (path !== "SKILL.md" && !random.oneIn(2)) continue;
    const text = typeof content === "string" ? content : new TextDecoder("latin1").decode(content);
    const mutated = mutateText(text, random, texts);
    changed.set(path, random.oneIn(4) ? Buffer.from(mutated, random.oneIn(4) ? "latin1" : "utf8") : mutated);
  }
  return changed;
}

function readMutated(files: Files): void {
  const asked = checkSkill({ files, dir: "a", dialects: CHECK_PROFILES });
  const found = checkSkill({ files });
  decideStatus(found);
  describeFields(files);
  reportMigration(files);
  assertStorable([asked.manifest, asked.reports, found.manifest, found.storeReport], "result");
  if (!isDeepStrictEqual(checkSkill({ files }).manifest, found.manifest))
    throw new Error("two readings differ");
}

/** No text that a database could not keep: NUL characters and halves of pairs. */
function assertStorable(value: unknown, path: string): void {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed())
      throw new Error(`${path} cannot be stored: ${JSON.stringify(value)}`);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      assertStorable(key, `a key of ${path}`);
      assertStorable(member, `${path}.${key}`);
    }
  }
}

function unpack(bytes: Uint8Array): void {
  const first = readArchive(bytes);
  if (!first.ok) return;
  const { files, rootDirectory, digest } = first.package;
  const second = readArchive(writeArchive(files, rootDirectory ?? "", { compression: "deflate" }));
  if (!second.ok || second.package.digest !== digest) throw new Error("packing again changed the package");
}

function stitchTwice(files: Files, random: Random): void {
  const { evolution } = readEvolution(
    JSON.stringify({ fixes: [mutateText("a fix", random, ["## x"])], custom_prompts: "do" }),
  );
  if (evolution === undefined) return;
  const first = stitchSkill(files, evolution);
  if (!first.ok) return;
  const second = stitchSkill(new Map([...files, [first.path, first.text]]), evolution);
  if (!second.ok || second.text !== first.text) throw new Error("stitching twice is not stitching once");
}

function matchMutated(schema: unknown, random: Random): void {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  findSchemaIssue(schema as JsonSchema);
  matchSchema(schema as JsonSchema, makeValue(random));
}

async function passGate(schema: unknown, random: Random): Promise<void> {
  await validateAgainstSchema(schema, makeValue(random));
}
