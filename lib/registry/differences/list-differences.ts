import {
  BUMPS,
  type Bump,
  type Difference,
  type DifferenceFact,
} from "@/lib/registry/differences/difference";
import { statedHints, statedPermissions, type SkillManifest } from "@/lib/skill-format";
import { isSubschema, isSameSchema } from "@/lib/registry/differences/subschema";

/** What a version promises its buyers: what its file says, and what it is made of. */
export interface Promises {
  /** User name of the account that answers for it; null for a draft nobody has claimed. */
  publisher: string | null;
  manifest: SkillManifest;
  files: readonly FileDigest[];
}

/**
 * What changed from one version to the next, and the least step each change may be made in. A patch must be fully
 * compatible, so it may change code and words only; a minor release may add, but neither take away what callers rely on
 * nor touch more than before (Exo §5, docs/dialects/differences.md).
 */
export function listDifferences(before: Promises, after: Promises): Difference[] {
  const facts = FACTS.flatMap(({ fact, of, needs }) => {
    const [old, next] = [of(before), of(after)];
    const [oldText, nextText] = [JSON.stringify(old), JSON.stringify(next)];
    if (oldText === nextText) return [];
    const step = typeof needs === "function" ? needs(old, next) : needs;
    return [{ fact, ...showChange(oldText, nextText), needs: step }];
  });
  return [...facts, ...listSchemaDifferences(before, after), ...compareFiles(before, after)];
}

/** The least step that covers all differences. */
export function requiredBump(differences: readonly Difference[]): Bump {
  const highest = Math.max(0, ...differences.map(({ needs }) => BUMPS.indexOf(needs)));
  return BUMPS[highest] ?? "major";
}

interface Fact {
  fact: DifferenceFact;
  of: (promises: Promises) => unknown;
  needs: Bump | ((before: unknown, after: unknown) => Bump);
}

/** More access than before was never agreed to, nor is a promise that is left out; less of it hurts nobody. */
const accessGrows = (before: unknown, after: unknown): Bump =>
  (after === true && before !== true) || (before === false && after === null) ? "major" : "minor";
/** A list that grows asks for more than before, and one that is left out may. */
const listGrows = (before: unknown, after: unknown): Bump => {
  if (after === null) return "major";
  const known = new Set(Array.isArray(before) ? before : []);
  return Array.isArray(after) && after.some((item) => !known.has(item)) ? "major" : "minor";
};
/** `risky` is the value nobody has to reckon with until it is said, or the other is not said any more. */
const riskGrows =
  (risky: boolean) =>
  (_: unknown, after: unknown): Bump =>
    after === risky || after === null ? "major" : "minor";

const FACTS: readonly Fact[] = [
  // Under another name it passes for something else: a seal is not carried along.
  { fact: "name", of: ({ manifest }) => manifest.slug, needs: "minor" },
  // Another owner is trusted anew: a patch would carry on a seal that was given to the work of somebody else.
  { fact: "publisher", of: ({ publisher }) => publisher, needs: "minor" },
  { fact: "network", of: ({ manifest }) => statedPermissions(manifest).network, needs: accessGrows },
  { fact: "filesystem", of: ({ manifest }) => statedPermissions(manifest).filesystem, needs: accessGrows },
  { fact: "subprocess", of: ({ manifest }) => statedPermissions(manifest).subprocess, needs: accessGrows },
  { fact: "env_vars", of: ({ manifest }) => variables(manifest), needs: listGrows },
  { fact: "allowed_tools", of: ({ manifest }) => sorted(manifest.allowedTools), needs: listGrows },
  { fact: "readOnlyHint", of: ({ manifest }) => statedHints(manifest).readOnly, needs: riskGrows(false) },
  {
    fact: "destructiveHint",
    of: ({ manifest }) => statedHints(manifest).destructive,
    needs: riskGrows(true),
  },
  { fact: "idempotentHint", of: ({ manifest }) => statedHints(manifest).idempotent, needs: riskGrows(false) },
  { fact: "openWorldHint", of: ({ manifest }) => statedHints(manifest).openWorld, needs: riskGrows(true) },
  {
    fact: "image",
    of: ({ manifest: { runtime } }) => [runtime?.image ?? null, runtime?.imageDigest ?? null],
    needs: "minor",
  },
  { fact: "entry_point", of: ({ manifest }) => manifest.invocation?.entryPoint ?? null, needs: "minor" },
  { fact: "endpoint", of: ({ manifest }) => manifest.invocation?.endpoint ?? null, needs: "minor" },
  {
    fact: "call_pattern",
    of: ({ manifest: { invocation } }) => [invocation?.kind ?? null, invocation?.pattern ?? null],
    needs: "major",
  },
  {
    fact: "dependencies",
    of: ({ manifest: { requirements } }) => [
      ...requirements.python,
      ...requirements.node,
      ...requirements.other,
    ],
    needs: "minor",
  },
  { fact: "model", of: ({ manifest }) => manifest.model ?? null, needs: "minor" },
  { fact: "license", of: ({ manifest }) => manifest.license ?? null, needs: "minor" },
];

function listSchemaDifferences(before: Promises, after: Promises): Difference[] {
  const [old, next] = [before.manifest.schemas, after.manifest.schemas];
  const input = compareSchemas(old.input ?? null, next.input ?? null);
  const output = compareSchemas(old.output ?? null, next.output ?? null);
  return [
    // Callers keep sending what they sent: the input may only widen, and they keep reading what they read.
    ...(input === "same" ? [] : [toDifference("input_schema", input, input === "wider")]),
    ...(output === "same" ? [] : [toDifference("output_schema", output, output === "narrower")]),
  ];
}

function toDifference(
  fact: "input_schema" | "output_schema",
  change: string,
  compatible: boolean,
): Difference {
  return { fact, before: null, after: change, needs: compatible ? "minor" : "major" };
}

const variables = (manifest: SkillManifest) => {
  const { envVars } = statedPermissions(manifest);
  return envVars && sorted(envVars);
};
const sorted = (list: readonly string[]) => [...list].sort();
const MAX_SHOWN = 500;
const SHOWN_IN_FRONT = 13;

/**
 * Both texts whole, or of long ones the part where they begin to differ: what is cut off must not be the change. No
 * half of a character.
 */
function showChange(before: string, after: string): Pick<Difference, "before" | "after"> {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(before.length, after.length) > MAX_SHOWN ? Math.max(0, same - SHOWN_IN_FRONT) : 0;
  const show = (text: string) => `${from > 0 ? "…" : ""}${text.slice(from, from + MAX_SHOWN)}`.toWellFormed();
  return { before: show(before), after: show(after) };
}

/**
 * How the values a schema allows changed: `wider` allows all it did and more, `narrower` only some of them, `other`
 * cannot be shown to be either. An absent schema allows everything.
 */
type SchemaChange = "same" | "wider" | "narrower" | "other";

/** Compares two JSON schemas. Doubt counts as `other`: what cannot be proven compatible is not taken for it. */
export function compareSchemas(before: object | null, after: object | null): SchemaChange {
  const [old, next] = [before ?? {}, after ?? {}];
  if (isSameSchema(old, next)) return "same";
  const widens = isSubschema(old, next);
  const narrows = isSubschema(next, old);
  if (widens && narrows) return "same";
  if (widens) return "wider";
  return narrows ? "narrower" : "other";
}

interface FileDigest {
  path: string;
  sha256: string;
}

interface Contents {
  manifest: SkillManifest;
  files: readonly FileDigest[];
}

const INSTRUCTIONS = /(?:^|\/)skill\.md$/i;

const PROSE = /\.(?:md|markdown|txt|rst)$|(?:^|\/)(?:licen[cs]e|notice|changelog)[^/]*$/i;

const MAX_PATHS_SHOWN = 20;

/**
 * What changed inside the package: code and data, documents, and the instructions an agent follows. All of it fits into
 * a patch; a verifier and a buyer should see it all the same.
 */
function compareFiles(before: Contents, after: Contents): Difference[] {
  const old = digestsOf(before.files);
  const next = digestsOf(after.files);
  const changed = [...new Set([...old.keys(), ...next.keys()])]
    .filter((path) => !INSTRUCTIONS.test(path) && old.get(path) !== next.get(path))
    .sort();
  const code = changed.filter((path) => !PROSE.test(path));
  const documents = changed.filter((path) => PROSE.test(path));
  const instructed = before.manifest.body !== after.manifest.body;
  return [
    ...(code.length > 0 ? [inPatch("code", describePaths(code, old, next))] : []),
    ...(documents.length > 0 ? [inPatch("documents", describePaths(documents, old, next))] : []),
    ...(instructed ? [inPatch("instructions", null)] : []),
  ];
}

const inPatch = (fact: "code" | "documents" | "instructions", after: string | null): Difference => ({
  fact,
  before: null,
  after,
  needs: "patch",
});

/** `+` added, `-` removed, `~` changed. */
function describePaths(
  paths: readonly string[],
  old: ReadonlyMap<string, string>,
  next: ReadonlyMap<string, string>,
): string {
  const shown = paths
    .slice(0, MAX_PATHS_SHOWN)
    .map((path) => `${old.has(path) ? (next.has(path) ? "~" : "-") : "+"}${path}`);
  return paths.length > shown.length ? `${shown.join(" ")} …` : shown.join(" ");
}

const digestsOf = (files: readonly FileDigest[]) => new Map(files.map(({ path, sha256 }) => [path, sha256]));
