import { type ManifestSource, readOrigins } from "./origins";
import { compact, readFromMetadata } from "./from-metadata";
import { DEFAULT_TIMEOUT_SECONDS, USK_SPEC } from "../constants";
import { readTarget } from "../conversion-targets";
import { normaliseUpstreamName } from "../dialects/agent-skills-upstream";
import { toImageDigest } from "../dialects/exo";
import { readHints } from "../dialects/hints";
import { KNOWN_KEYS } from "../dialects/registry";
import { EVOLUTION_FILE, EVOLUTION_LISTS, readLifecycle, wasGatheredElsewhere } from "../evolution/evolution";
import { readEvolution } from "../evolution/read-evolution";
import { cutExamples } from "../examples";
import {
  type CallPattern,
  type Dialect,
  DIALECTS,
  type InvocationKind,
  type JsonSchema,
  type Permissions,
  type PublishedExperience,
  type SkillFiles,
  type SkillManifest,
  type UskSpec,
} from "../types";
import { splitAllowedTools } from "../values/allowed-tools";
import { readLamports } from "../values/lamports";
import { isSolanaAddress } from "../values/solana-address";
import { meantVersion, readVersion } from "../values/versions";
import { isCommitHash, isWebUrl, readEndpoint } from "../values/web-addresses";
import {
  booleanAt,
  finiteNumberOf,
  mapAt,
  type MapNode,
  nodeAt,
  setMember,
  textAt,
  textOf,
  textsAt,
  textsOf,
  toPlain,
  type YamlNode,
} from "../yaml/node";

/**
 * The canonical manifest of a skill: computed even when dialects report errors, as far as the values can be read.
 */
export function buildManifest(source: ManifestSource): SkillManifest {
  const { viewOf } = source;
  const slug = readSlug(source);
  const schemas = readSchemas(source);
  const fromMetadata = readFromMetadata(viewOf("agent-skills"));
  const homepage = textAt(viewOf("usk"), "homepage") ?? fromMetadata?.openClaw?.homepage;
  return compact<SkillManifest>({
    slug,
    displayName: (source.applies("vibelife") ? textAt(viewOf("vibelife"), "name") : undefined) ?? slug,
    description: sharedText(source, "description") ?? "",
    version: readStatedVersion(source),
    author: readAuthor(source),
    license: sharedText(source, "license"),
    pricing: readPricing(source),
    runtime: readRuntime(source),
    invocation: readInvocation(source),
    schemas,
    hints: readHints(viewOf("exo")),
    permissions: readPermissions(viewOf("usk"), fromMetadata?.openClaw?.env),
    origins: readOrigins(source, fromMetadata?.openClaw?.env),
    capabilities: textsAt(viewOf("usk"), "capabilities"),
    platforms: readPlatforms(viewOf("usk")),
    category: sharedText(source, "category") ?? null,
    tags: readTags(source),
    triggers: textsAt(viewOf("vibelife"), "triggers"),
    homepage: homepage !== undefined && isWebUrl(homepage) ? homepage : undefined,
    requirements: readRequirements(source),
    allowedTools: readAllowedTools(source),
    model: textAt(viewOf("metadata"), "model"),
    compatibility: textAt(viewOf("agent-skills"), "compatibility"),
    provenance: readProvenance(viewOf("metadata")),
    evolution: readEvolutionState(source),
    examples: readExamples(source, schemas.input),
    changelog: textAt(viewOf("usk"), "changelog"),
    metadata: readMetadata(viewOf("agent-skills")),
    fromMetadata,
    extensions: readExtensions(source),
    body: source.body,
    spec: readSpec(viewOf("usk")),
    dialects: { declared: source.declared, detected: source.detected },
  });
}

function readEvolutionState({ viewOf, files }: ManifestSource): SkillManifest["evolution"] {
  const frontMatter = viewOf("metadata");
  const experience = readPublishedExperience(files, textAt(frontMatter, "source_hash"));
  return { ...readLifecycle(frontMatter), ...(experience === undefined ? {} : { experience }) };
}

/** Only Agent Skills say nothing of a version's form: there a short one is read as what it means. */
function readStatedVersion(source: ManifestSource): SkillManifest["version"] {
  const written = sharedText(source, "version");
  const isPlain = DIALECTS.every((dialect) => dialect === "agent-skills" || !source.applies(dialect));
  return readVersion((isPlain && written !== undefined ? meantVersion(written) : null) ?? written);
}

function readSlug(source: ManifestSource): string {
  const id = source.applies("vibelife") ? textAt(source.viewOf("vibelife"), "id") : undefined;
  const name = id ?? sharedText(source, "name") ?? "";
  return source.upstreamOnly ? normaliseUpstreamName(name) : name;
}

function readExamples({ viewOf }: ManifestSource, inputSchema: SkillManifest["schemas"]["input"]) {
  const list = nodeAt(viewOf("usk"), "examples");
  return list?.kind === "list" ? cutExamples(list.items.map(toPlain), inputSchema).examples : [];
}

function readExtensions({ base }: ManifestSource): Record<string, unknown> {
  const extensions: Record<string, unknown> = {};
  for (const [key, node] of base.entries) {
    if (!KNOWN_KEYS.has(key)) setMember(extensions, key, asWritten(node));
  }
  return extensions;
}

/** A number whose digits JSON would change (`1.10`, `007`) stays the text that was written, at any depth. */
function asWritten(node: YamlNode): unknown {
  if (node.kind === "list") return node.items.map(asWritten);
  if (node.kind === "map") {
    const record: Record<string, unknown> = {};
    for (const [key, value] of node.entries) setMember(record, key, asWritten(value));
    return record;
  }
  return typeof node.value === "number" && String(node.value) !== node.source ? node.source : node.value;
}

type Part<Key extends keyof SkillManifest> = SkillManifest[Key] | undefined;

/** Model and exact price; absent unless both can be read. */
function readPricing({ viewOf }: ManifestSource): Part<"pricing"> {
  const model = textAt(viewOf("exo"), "pricing", "model");
  const price = nodeAt(viewOf("exo"), "pricing", "price_lamports");
  if ((model !== "per_call" && model !== "subscription") || price === undefined) return undefined;
  const lamports = readLamports(price);
  return lamports === null ? undefined : { model, lamports: String(lamports) };
}

/** Image, digest, time limit and language; a text at the top-level `runtime` is read as the language. */
function readRuntime({ viewOf }: ManifestSource): Part<"runtime"> {
  const exo = viewOf("exo");
  const group = mapAt(exo, "runtime");
  const language =
    textAt(viewOf("usk"), "interface", "runtime") ??
    (group === undefined ? textAt(exo, "runtime") : undefined);
  if (group === undefined && language === undefined) return undefined;
  const digest = textAt(exo, "runtime", "docker_image_hash");
  return compact<NonNullable<SkillManifest["runtime"]>>({
    image: textAt(exo, "runtime", "docker_image"),
    imageDigest: digest === undefined ? undefined : toImageDigest(digest),
    timeoutSeconds: readTimeout(exo),
    language,
  });
}

/** Kind, pattern, entry point and address. Where entry points differ, the one that is sold (Exo) comes first. */
function readInvocation({ viewOf }: ManifestSource): Part<"invocation"> {
  const usk = viewOf("usk");
  const kind = textAt(usk, "interface", "type");
  const pattern = textAt(usk, "interface", "call_pattern");
  const endpoint = textAt(usk, "interface", "endpoint");
  const invocation = compact<NonNullable<SkillManifest["invocation"]>>({
    kind: isKind(kind) ? kind : undefined,
    pattern: isPattern(pattern) ? pattern : undefined,
    entryPoint:
      textAt(viewOf("exo"), "runtime", "entrypoint") ??
      textAt(usk, "interface", "entry_point") ??
      textAt(viewOf("metadata"), "entry_point"),
    endpoint: endpoint === undefined ? undefined : (readEndpoint(endpoint) ?? undefined),
  });
  return Object.keys(invocation).length === 0 ? undefined : invocation;
}

/** Input and output schema; where the two places differ, the closed one of Exo comes first. */
function readSchemas({ viewOf }: ManifestSource): SkillManifest["schemas"] {
  const [exo, usk] = [viewOf("exo"), viewOf("usk")];
  return compact<SkillManifest["schemas"]>({
    input: toSchema(mapAt(exo, "io", "input_schema") ?? mapAt(usk, "input_schema")),
    output: toSchema(mapAt(exo, "io", "output_schema") ?? mapAt(usk, "output_schema")),
  });
}

function readTimeout(exo: MapNode): number {
  const seconds = finiteNumberOf(nodeAt(exo, "runtime", "timeout_seconds")) ?? 0;
  return seconds > 0 ? seconds : DEFAULT_TIMEOUT_SECONDS;
}

function toSchema(node: MapNode | undefined): JsonSchema | undefined {
  return node === undefined ? undefined : (toPlain(node) as JsonSchema);
}

function isKind(text: string | undefined): text is InvocationKind {
  return text === "cli" || text === "http";
}

function isPattern(text: string | undefined): text is CallPattern {
  return text === "stdin_stdout" || text === "args" || text === "http_post";
}

/**
 * Declared permissions; what is left out is false (USK §3-5). A `filesystem` that cannot be read is unknown and
 * counts as true, so that nothing is converted on a misreading. `env`: variables that are declared elsewhere.
 */
function readPermissions(usk: MapNode, env: readonly string[] = []): Permissions {
  const node = nodeAt(usk, "permissions");
  const filesystem = nodeAt(usk, "permissions", "filesystem");
  const unreadable = (node !== undefined && node.kind !== "map") || filesystem !== undefined;
  return {
    network: booleanAt(usk, "permissions", "network") ?? false,
    filesystem: booleanAt(usk, "permissions", "filesystem") ?? unreadable,
    subprocess: booleanAt(usk, "permissions", "subprocess") ?? false,
    envVars: [...new Set([...textsAt(usk, "permissions", "env_vars"), ...env])],
  };
}

/** `any` and the platforms, known ones by their stored name (USK §3-7). */
function readPlatforms(usk: MapNode): string[] {
  const names = textsAt(usk, "platform_compatibility").map((name) => readTarget(name) ?? name);
  return [...new Set(names)];
}

/** Packages by ecosystem; the mixed list of Skill Metadata is kept as written in `other`. */
function readRequirements({ viewOf }: ManifestSource): SkillManifest["requirements"] {
  const usk = viewOf("usk");
  const other = textsAt(viewOf("metadata"), "dependencies");
  const python = other
    .map((entry) => /^python\s*>=\s*([0-9][0-9.]*)$/i.exec(entry)?.[1])
    .find((found) => found);
  return compact<SkillManifest["requirements"]>({
    python: textsAt(usk, "requirements", "python_packages"),
    node: textsAt(usk, "requirements", "node_packages"),
    other,
    minPython: textAt(usk, "requirements", "min_python") ?? python,
    minNode: textAt(usk, "requirements", "min_node"),
  });
}

/**
 * v3 is declared by `spec` and needs the five v3 fields, each of its kind; everything else is v2 (USK,
 * compatibility).
 */
function readSpec(usk: MapNode): UskSpec {
  const complete =
    textAt(usk, "spec") === USK_SPEC &&
    ["interface", "input_schema", "output_schema", "permissions"].every(
      (key) => mapAt(usk, key) !== undefined,
    ) &&
    nodeAt(usk, "capabilities")?.kind === "list";
  return complete ? "v3" : "v2";
}

/** A base58 value of 32 bytes is the wallet, anything else the user name; overlays may give both. */
function readAuthor({ base, viewOf }: ManifestSource): SkillManifest["author"] {
  const authors = [
    textAt(viewOf("exo"), "author"),
    textAt(viewOf("usk"), "author"),
    textAt(base, "author"),
  ].filter((author) => author !== undefined);
  return compact<SkillManifest["author"]>({
    wallet: authors.find(isSolanaAddress),
    username: authors.find((author) => !isSolanaAddress(author)),
  });
}

/** Tags as a list; a text is split at its commas. */
function readTags(source: ManifestSource): string[] {
  const node = sharedNode(source, "tags");
  if (node?.kind === "list") return textsOf(node);
  return (textOf(node) ?? "").split(/[,，、]/).flatMap((tag) => tag.trim() || []);
}

/** Tools of either form; the entries of a list are used. */
function readAllowedTools(source: ManifestSource): string[] {
  const node = sharedNode(source, "allowed-tools");
  if (node?.kind === "list") return textsOf(node);
  return splitAllowedTools(textOf(node) ?? "");
}

/** Where the skill comes from; the hash in lower case, the dates as written. */
function readProvenance(metadata: MapNode): SkillManifest["provenance"] {
  const hash = textAt(metadata, "source_hash");
  return compact<SkillManifest["provenance"]>({
    sourceUrl: textAt(metadata, "source_url"),
    sourceHash: hash !== undefined && isCommitHash(hash) ? hash.toLowerCase() : hash,
    createdAt: textAt(metadata, "created_at"),
    updatedAt: textAt(metadata, "updated_at"),
  });
}

/** The `metadata:` mapping of Agent Skills: scalars as written, anything else left out. */
function readMetadata(agentSkills: MapNode): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [key, node] of mapAt(agentSkills, "metadata")?.entries ?? []) {
    if (node.kind === "scalar") setMember(record, key, node.source);
  }
  return record;
}

const SHARED_ORDER: readonly Dialect[] = ["usk", "metadata", "agent-skills", "exo", "vibelife"];

/** A text several dialects share: SKILL.md itself first, then the overlays. */
function sharedText({ base, viewOf }: ManifestSource, key: string): string | undefined {
  return (
    textAt(base, key) ?? SHARED_ORDER.map((dialect) => textAt(viewOf(dialect), key)).find((text) => text)
  );
}

/** A node several dialects share: SKILL.md itself first, then the overlays. */
function sharedNode({ base, viewOf }: ManifestSource, key: string): YamlNode | undefined {
  return (
    nodeAt(base, key) ?? SHARED_ORDER.map((dialect) => nodeAt(viewOf(dialect), key)).find((node) => node)
  );
}

/** What a market shows of each list, and of each text; the file itself has all of it. */
const MAX_ENTRIES = 20;
const MAX_ENTRY_CHARACTERS = 500;
const MAX_PROMPT_CHARACTERS = 2_000;
const MAX_STAMP_CHARACTERS = 100;

/** Undefined where the package has no experience, or an `evolution.json` that is not understood. Never throws. */
function readPublishedExperience(
  files: SkillFiles,
  sourceHash: string | undefined,
): PublishedExperience | undefined {
  const source = files.get(EVOLUTION_FILE);
  const evolution = source === undefined ? undefined : readEvolution(source).evolution;
  if (evolution === undefined) return undefined;
  const { customPrompts = "", lastUpdated, lastEvolvedHash } = evolution;
  const prompt = cut(customPrompts.trim(), MAX_PROMPT_CHARACTERS);
  const lists = EVOLUTION_LISTS.map((list) => evolution[list].filter((entry) => entry.trim() !== ""));
  const [preferences = [], fixes = [], contexts = []] = lists.map((list) =>
    list.slice(0, MAX_ENTRIES).map((entry) => cut(entry, MAX_ENTRY_CHARACTERS)),
  );
  if (prompt === "" && lists.every((list) => list.length === 0)) return undefined;
  return {
    preferences,
    fixes,
    contexts,
    ...(prompt === "" ? {} : { customPrompts: prompt }),
    ...(lastUpdated === undefined ? {} : { lastUpdated: cut(lastUpdated, MAX_STAMP_CHARACTERS) }),
    ...(lastEvolvedHash === undefined ? {} : { lastEvolvedHash: cut(lastEvolvedHash, MAX_STAMP_CHARACTERS) }),
    stale: wasGatheredElsewhere(lastEvolvedHash, sourceHash),
    isCut:
      prompt !== customPrompts.trim() ||
      lists.some(
        (list) =>
          list.length > MAX_ENTRIES || list.some((entry) => cut(entry, MAX_ENTRY_CHARACTERS) !== entry),
      ),
  };
}

function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}
