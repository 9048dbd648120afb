import { normaliseUpstreamName } from "../dialects/agent-skills-upstream";
import { readHints } from "../dialects/hints";
import { KNOWN_KEYS } from "../dialects/registry";
import { isWebUrl } from "../values/web-addresses";
import { cutExamples } from "../examples";
import { nodeAt, setMember, textAt, textsAt, toPlain, type YamlNode } from "../yaml/node";
import { readPublishedExperience } from "../evolution/published-experience";
import { readLifecycle } from "../lifecycle";
import { DIALECTS } from "../profiles";
import type { SkillManifest } from "../types";
import { meantVersion, readVersion } from "../values/versions";
import { readFromMetadata } from "./from-metadata";
import { readInvocation, readPricing, readRuntime, readSchemas } from "./execution";
import { compact, type ManifestSource, sharedText } from "./manifest-source";
import { readOrigins } from "./origins";
import { readPermissions, readPlatforms, readRequirements, readSpec } from "./requirements";
import { readAllowedTools, readAuthor, readMetadata, readProvenance, readTags } from "./texts";

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
