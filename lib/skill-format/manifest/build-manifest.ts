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
  CALL_PATTERNS,
  type Dialect,
  DIALECTS,
  type JsonSchema,
  KINDS,
  type Permissions,
  PRICING_MODELS,
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
  EMPTY_MAP,
  finiteNumberOf,
  mapAt,
  type MapNode,
  nodeAt,
  textAt,
  textOf,
  textsAt,
  textsOf,
  toPlain,
  toRecord,
  type YamlNode,
} from "../yaml/node";

/**
 * The canonical manifest of a skill: computed even when dialects report errors, as far as the values can be read.
 */
export function buildManifest(source: ManifestSource): SkillManifest {
  const { viewOf, applies } = source;
  const [exo, usk, metadata] = [viewOf("exo"), viewOf("usk"), viewOf("metadata")];
  const [vibelife, agentSkills] = [viewOf("vibelife"), viewOf("agent-skills")];
  const shared = (key: string) => readShared(source, textAt, key);
  const named = applies("vibelife") ? vibelife : EMPTY_MAP;
  const name = textAt(named, "id") ?? shared("name") ?? "";
  const slug = source.upstreamOnly ? normaliseUpstreamName(name) : name;
  const fromMetadata = readFromMetadata(agentSkills);
  const homepage = textAt(usk, "homepage") ?? fromMetadata?.openClaw?.homepage;
  const endpoint = textAt(usk, "interface", "endpoint");
  // where the two places differ, the closed schema of Exo comes first
  const schemas = compact<SkillManifest["schemas"]>({
    input: toSchema(mapAt(exo, "io", "input_schema") ?? mapAt(usk, "input_schema")),
    output: toSchema(mapAt(exo, "io", "output_schema") ?? mapAt(usk, "output_schema")),
  });
  // where entry points differ, the one that is sold (Exo) comes first
  const invocation = compact<NonNullable<SkillManifest["invocation"]>>({
    kind: KINDS.find((kind) => kind === textAt(usk, "interface", "type")),
    pattern: CALL_PATTERNS.find((pattern) => pattern === textAt(usk, "interface", "call_pattern")),
    entryPoint:
      textAt(exo, "runtime", "entrypoint") ??
      textAt(usk, "interface", "entry_point") ??
      textAt(metadata, "entry_point"),
    endpoint: endpoint === undefined ? undefined : (readEndpoint(endpoint) ?? undefined),
  });
  const examples = nodeAt(usk, "examples");
  return compact<SkillManifest>({
    slug,
    displayName: textAt(named, "name") ?? slug,
    description: shared("description") ?? "",
    version: readStatedVersion(source),
    author: readAuthor(source),
    license: shared("license"),
    pricing: readPricing(exo),
    runtime: readRuntime(exo, usk),
    invocation: Object.keys(invocation).length === 0 ? undefined : invocation,
    schemas,
    hints: readHints(exo),
    permissions: readPermissions(usk, fromMetadata?.openClaw?.env),
    origins: readOrigins(source, fromMetadata?.openClaw?.env),
    capabilities: textsAt(usk, "capabilities"),
    platforms: readPlatforms(usk),
    category: shared("category") ?? null,
    // a text is split at its commas
    tags: readWords(source, "tags", (text) => text.split(/[,，、]/).flatMap((tag) => tag.trim() || [])),
    triggers: textsAt(vibelife, "triggers"),
    homepage: homepage !== undefined && isWebUrl(homepage) ? homepage : undefined,
    requirements: readRequirements(usk, metadata),
    allowedTools: readWords(source, "allowed-tools", splitAllowedTools),
    model: textAt(metadata, "model"),
    compatibility: textAt(agentSkills, "compatibility"),
    provenance: readProvenance(metadata),
    evolution: compact<SkillManifest["evolution"]>({
      ...readLifecycle(metadata),
      experience: readPublishedExperience(source.files, textAt(metadata, "source_hash")),
    }),
    examples:
      examples?.kind === "list" ? cutExamples(examples.items.map(toPlain), schemas.input).examples : [],
    changelog: textAt(usk, "changelog"),
    metadata: readMetadata(agentSkills),
    fromMetadata,
    extensions: readExtensions(source),
    body: source.body,
    spec: readSpec(usk),
    dialects: { declared: source.declared, detected: source.detected },
  });
}

const SHARED_ORDER: readonly Dialect[] = ["usk", "metadata", "agent-skills", "exo", "vibelife"];

/** What several dialects share: SKILL.md itself first, then the overlays. */
function readShared<Found>(
  { base, viewOf }: ManifestSource,
  read: (map: MapNode, key: string) => Found | undefined,
  key: string,
): Found | undefined {
  for (const map of [base, ...SHARED_ORDER.map(viewOf)]) {
    const found = read(map, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Words of either form: the entries of a list, or a text that is split. */
function readWords(source: ManifestSource, key: string, split: (text: string) => string[]): string[] {
  const node = readShared(source, nodeAt, key);
  return node?.kind === "list" ? textsOf(node) : split(textOf(node) ?? "");
}

/** Only Agent Skills say nothing of a version's form: there a short one is read as what it means. */
function readStatedVersion(source: ManifestSource): SkillManifest["version"] {
  const written = readShared(source, textAt, "version");
  const isPlain = DIALECTS.every((dialect) => dialect === "agent-skills" || !source.applies(dialect));
  return readVersion((isPlain && written !== undefined ? meantVersion(written) : null) ?? written);
}

function readExtensions({ base }: ManifestSource): Record<string, unknown> {
  const entries = [...base.entries].filter(([key]) => !KNOWN_KEYS.has(key));
  return asWritten({ ...base, entries: new Map(entries) }) as Record<string, unknown>;
}

/** A number whose digits JSON would change (`1.10`, `007`) stays the text that was written, at any depth. */
function asWritten(node: YamlNode): unknown {
  if (node.kind === "list") return node.items.map(asWritten);
  if (node.kind === "map") return toRecord(node, asWritten);
  return typeof node.value === "number" && String(node.value) !== node.source ? node.source : node.value;
}

/** Model and exact price; absent unless both can be read. */
function readPricing(exo: MapNode): SkillManifest["pricing"] {
  const model = PRICING_MODELS.find((known) => known === textAt(exo, "pricing", "model"));
  const price = nodeAt(exo, "pricing", "price_lamports");
  const lamports = price === undefined ? null : readLamports(price);
  return model === undefined || lamports === null ? undefined : { model, lamports: String(lamports) };
}

/** Image, digest, time limit and language; a text at the top-level `runtime` is read as the language. */
function readRuntime(exo: MapNode, usk: MapNode): SkillManifest["runtime"] {
  const isGroup = mapAt(exo, "runtime") !== undefined;
  const language = textAt(usk, "interface", "runtime") ?? (isGroup ? undefined : textAt(exo, "runtime"));
  if (!isGroup && language === undefined) return undefined;
  const seconds = finiteNumberOf(nodeAt(exo, "runtime", "timeout_seconds")) ?? 0;
  return compact<NonNullable<SkillManifest["runtime"]>>({
    image: textAt(exo, "runtime", "docker_image"),
    imageDigest: toImageDigest(textAt(exo, "runtime", "docker_image_hash") ?? ""),
    timeoutSeconds: seconds > 0 ? seconds : DEFAULT_TIMEOUT_SECONDS,
    language,
  });
}

function toSchema(node: MapNode | undefined): JsonSchema | undefined {
  return node === undefined ? undefined : (toPlain(node) as JsonSchema);
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
function readRequirements(usk: MapNode, metadata: MapNode): SkillManifest["requirements"] {
  const other = textsAt(metadata, "dependencies");
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
  const { entries } = mapAt(agentSkills, "metadata") ?? EMPTY_MAP;
  const scalars = [...entries].filter(([, node]) => node.kind === "scalar");
  const written = (node: YamlNode) => (node.kind === "scalar" ? node.source : "");
  return toRecord({ ...EMPTY_MAP, entries: new Map(scalars) }, written);
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
  return compact<PublishedExperience>({
    preferences,
    fixes,
    contexts,
    customPrompts: prompt || undefined,
    lastUpdated: lastUpdated && cut(lastUpdated, MAX_STAMP_CHARACTERS),
    lastEvolvedHash: lastEvolvedHash && cut(lastEvolvedHash, MAX_STAMP_CHARACTERS),
    stale: wasGatheredElsewhere(lastEvolvedHash, sourceHash),
    isCut:
      prompt !== customPrompts.trim() ||
      lists.some(
        (list) =>
          list.length > MAX_ENTRIES || list.some((entry) => cut(entry, MAX_ENTRY_CHARACTERS) !== entry),
      ),
  });
}

function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}
