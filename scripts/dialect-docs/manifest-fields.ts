import type { SkillManifest } from "@/lib/skill-format";

/** Parts of a skill's page. */
export type PagePart = "header" | "trust" | "rail" | "overview" | "security" | "api" | "breadcrumbs";

/** Values that are told whole: also lists, and mappings whose keys the author chooses. */
type IsWhole<Value> = Value extends readonly unknown[]
  ? true
  : Value extends object
    ? string extends keyof Value
      ? true
      : false
    : true;

/** Each value of a type, by its path. */
type PathsOf<Group> = {
  [Key in keyof Group & string]-?: IsWhole<NonNullable<Group[Key]>> extends true
    ? Key
    : `${Key}.${PathsOf<NonNullable<Group[Key]>>}`;
}[keyof Group & string];

/** Groups that are given out as one value. */
type Grouped = "fromMetadata" | "origins" | "dialects";

/** Every field of the canonical manifest: a field without a row does not compile. */
export type ManifestPath = PathsOf<Omit<SkillManifest, Grouped>> | Grouped;

export interface ManifestField {
  /** Key of the front matter it is read from; null where it is found out from more than one place. */
  key: string | null;
  /** Member of `GET /v1/skills/{id}`; with `schema:` before it, of `GET /v1/agent/skills/{id}/schema`. */
  api: string | null;
  page: PagePart | null;
  /** What of the value stands there, where that is not the value itself. */
  as?: string;
  /** Why a cell is empty. */
  why?: string;
}

/**
 * Where each field of the canonical manifest goes once it is read. It is stored in `SkillVersions.manifest`. The test beside
 * this table publishes a skill with every field and looks for each where the table says.
 */
export const MANIFEST_FIELDS: Readonly<Record<ManifestPath, ManifestField>> = {
  slug: { key: "name", api: "name", page: "header" },
  displayName: { key: "name", api: "display_name", page: "header" },
  description: { key: "description", api: "description", page: "header" },
  "version.raw": { key: "version", api: "version", page: "header" },
  "version.scheme": {
    key: "version",
    api: null,
    page: null,
    why: "It follows from the version, and decides how versions are ordered; `POST /v1/validate` tells it.",
  },
  "author.wallet": { key: "author", api: "declared.author.wallet", page: "rail" },
  "author.username": { key: "author", api: "declared.author.username", page: "rail" },
  license: { key: "license", api: "license", page: "header" },
  "pricing.model": { key: "pricing.model", api: "declared.pricing.model", page: "rail" },
  "pricing.lamports": { key: "pricing.price_lamports", api: "declared.pricing.price_lamports", page: "rail" },
  "runtime.image": { key: "runtime.docker_image", api: "declared.runtime.docker_image", page: "rail" },
  "runtime.imageDigest": {
    key: "runtime.docker_image_hash",
    api: "declared.runtime.docker_image_hash",
    page: "rail",
  },
  "runtime.timeoutSeconds": {
    key: "runtime.timeout_seconds",
    api: "timeout_ms",
    page: "rail",
    as: "as far as the price pays for it",
  },
  "runtime.language": { key: "interface.runtime", api: "runtime", page: "rail" },
  "invocation.kind": { key: "interface.type", api: "declared.invocation.type", page: "rail" },
  "invocation.pattern": {
    key: "interface.call_pattern",
    api: "declared.invocation.call_pattern",
    page: "rail",
  },
  "invocation.endpoint": { key: "interface.endpoint", api: "declared.invocation.endpoint", page: "rail" },
  "invocation.entryPoint": { key: "runtime.entrypoint", api: "entry_point", page: "rail" },
  "schemas.input": { key: "input_schema", api: "schema:input_schema", page: "api" },
  "schemas.output": { key: "output_schema", api: "schema:output_schema", page: "api" },
  "hints.readOnly": { key: "annotations.readOnlyHint", api: "schema:hints.read_only", page: "rail" },
  "hints.destructive": { key: "annotations.destructiveHint", api: "schema:hints.destructive", page: "rail" },
  "hints.idempotent": { key: "annotations.idempotentHint", api: "schema:hints.idempotent", page: "rail" },
  "hints.openWorld": { key: "annotations.openWorldHint", api: "schema:hints.open_world", page: "rail" },
  "permissions.network": { key: "permissions.network", api: "permissions.network", page: "trust" },
  "permissions.filesystem": { key: "permissions.filesystem", api: "permissions.filesystem", page: "trust" },
  "permissions.subprocess": { key: "permissions.subprocess", api: "permissions.subprocess", page: "trust" },
  "permissions.envVars": { key: "permissions.env_vars", api: "permissions.env_vars", page: "security" },
  origins: {
    key: null,
    api: "permission_origins.network",
    page: "security",
    as: "who says it, beside each permission and each hint",
  },
  capabilities: { key: "capabilities", api: "capabilities", page: "header" },
  platforms: {
    key: "platform_compatibility",
    api: "platform_compatibility",
    page: "rail",
    as: "of any, those it is converted for",
  },
  category: { key: "category", api: "category", page: "breadcrumbs" },
  tags: { key: "tags", api: "tags", page: "header" },
  triggers: { key: "triggers", api: "declared.triggers", page: "rail" },
  homepage: { key: "homepage", api: "declared.homepage", page: "rail" },
  "requirements.python": {
    key: "requirements.python_packages",
    api: "declared.requirements.python",
    page: "rail",
  },
  "requirements.node": { key: "requirements.node_packages", api: "declared.requirements.node", page: "rail" },
  "requirements.other": { key: "dependencies", api: "declared.dependencies", page: "rail" },
  "requirements.minPython": {
    key: "requirements.min_python",
    api: "declared.requirements.min_python",
    page: "rail",
  },
  "requirements.minNode": {
    key: "requirements.min_node",
    api: "declared.requirements.min_node",
    page: "rail",
  },
  allowedTools: { key: "allowed-tools", api: "declared.allowed_tools", page: "trust" },
  model: { key: "model", api: "declared.model", page: "rail" },
  compatibility: { key: "compatibility", api: "declared.compatibility", page: "rail" },
  "provenance.sourceUrl": { key: "source_url", api: "declared.source_url", page: "rail" },
  "provenance.sourceHash": { key: "source_hash", api: "declared.source_hash", page: "rail" },
  "provenance.createdAt": { key: "created_at", api: "declared.created_at", page: "rail" },
  "provenance.updatedAt": { key: "updated_at", api: "declared.updated_at", page: "rail" },
  "evolution.managed": {
    key: null,
    api: "declared.evolution_enabled",
    page: "rail",
    as: "null, or none, for a static skill",
  },
  "evolution.enabled": { key: "evolution_enabled", api: "declared.evolution_enabled", page: "rail" },
  "evolution.experience.preferences": {
    key: "evolution.json",
    api: "experience.preferences",
    page: "overview",
  },
  "evolution.experience.fixes": { key: "evolution.json", api: "experience.fixes", page: "overview" },
  "evolution.experience.contexts": { key: "evolution.json", api: "experience.contexts", page: "overview" },
  "evolution.experience.customPrompts": {
    key: "evolution.json",
    api: "experience.custom_prompts",
    page: "overview",
  },
  "evolution.experience.lastUpdated": {
    key: "evolution.json",
    api: "experience.last_updated",
    page: "overview",
  },
  "evolution.experience.lastEvolvedHash": {
    key: "evolution.json",
    api: "experience.last_evolved_hash",
    page: null,
    why: "The page says whether it is the commit of the source; the file has it.",
  },
  "evolution.experience.stale": {
    key: null,
    api: "experience.stale",
    page: "overview",
    as: "a sentence that names both commits",
  },
  "evolution.experience.isCut": {
    key: null,
    api: "experience.is_cut",
    page: null,
    why: "Long entries are cut by an ellipsis; the file has all.",
  },
  examples: { key: "examples", api: "examples", page: "overview" },
  changelog: { key: "changelog", api: "changelog", page: "overview" },
  metadata: { key: "metadata", api: "declared.metadata", page: "rail" },
  fromMetadata: { key: "metadata", api: "from_metadata", page: "rail" },
  extensions: { key: null, api: "declared.extensions", page: "rail", as: "keys that no format knows" },
  body: { key: null, api: "skill_md", page: "overview", as: "the text below the front matter" },
  spec: {
    key: "spec",
    api: "spec",
    page: null,
    why: "The words v2 and v3 are those of USK alone; the page names the formats.",
  },
  dialects: { key: "dialects", api: "dialects", page: "rail", as: "the names of the formats" },
};
