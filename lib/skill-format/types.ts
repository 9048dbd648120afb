/** The five dialects a skill can be written in. No document overrides another. */
export const DIALECTS = ["exo", "metadata", "usk", "vibelife", "agent-skills"] as const;
export type Dialect = (typeof DIALECTS)[number];

/**
 * What a skill can be checked against: a dialect, or `agent-skills-upstream`, the profile that follows
 * today's reference implementation of Agent Skills where it differs from the translated text.
 */
export const CHECK_PROFILES = [...DIALECTS, "agent-skills-upstream"] as const;
export type CheckProfile = (typeof CHECK_PROFILES)[number];

export type VersionScheme = "semver" | "date" | "default" | "other";
export const PRICING_MODELS = ["per_call", "subscription"] as const;
export const KINDS = ["cli", "http"] as const;
export const CALL_PATTERNS = ["stdin_stdout", "args", "http_post"] as const;
export type CallPattern = (typeof CALL_PATTERNS)[number];
export type UskSpec = "v2" | "v3";

/** Outcome of automatic vetting that the format can decide (USK v1.0, "Status decision"). */
export type VettingStatus = "approved" | "caution" | "rejected";

/** Platforms a v3 skill can be converted for. */
export const CONVERSION_TARGETS = [
  "OpenClaw",
  "ClaudeCode",
  "ClaudeCodeAgentSkill",
  "Cursor",
  "GeminiCLI",
  "CodexCLI",
  "CustomAgent",
] as const;
export type ConversionTarget = (typeof CONVERSION_TARGETS)[number];
export type InstallMode = "auto" | "manual_install";

export type JsonSchema = Record<string, unknown>;

export interface SkillExample {
  name?: string;
  description?: string;
  input: unknown;
  output: unknown;
  tags?: string[];
}

/** The four behaviour hints of Exo SKILL.md v1.1, with its own defaults (the opposite of the MCP defaults). */
export interface Hints {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
}

export interface Permissions {
  network: boolean;
  filesystem: boolean;
  subprocess: boolean;
  envVars: string[];
}

/**
 * Who says it: the author in the file, or a format the file declares, by what it reads where a key is left out. What
 * nobody says stands in the manifest with the value a reader of that format would assume, and must be told to nobody.
 */
export const ORIGINS = ["declared", "format_default", "not_declared"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Where each hint and each permission of a manifest comes from. */
export interface Origins {
  hints: Record<keyof Hints, Origin>;
  permissions: Record<keyof Permissions, Origin>;
  /** It is an Exo skill, so its `openWorldHint` speaks of the network; absent where it is none, or nobody knows. */
  isExo?: boolean;
}

/** The experience that a package was published with (Skill Metadata section 4), cut to what a page shows. */
export interface PublishedExperience {
  preferences: string[];
  fixes: string[];
  contexts: string[];
  customPrompts?: string;
  /** ISO 8601 date-time, as its author wrote it. */
  lastUpdated?: string;
  lastEvolvedHash?: string;
  /**
   * The experience was gathered on another version of the source than the package names (EVOLUTION_STALE); null where
   * the package does not say both.
   */
  stale: boolean | null;
  /** Whether anything was left out, or shortened, here. */
  isCut: boolean;
}

/** What OpenClaw asks of a machine before it offers the skill, as the author wrote it. */
export interface OpenClawNeeds {
  /** The key under `metadata:` it stands at. */
  key: "openclaw" | "clawdbot" | "moltbot";
  /** Variables of the environment, the primary one included; absent when nothing is said of them. */
  env?: string[];
  /** Programs that all must be there. */
  bins: string[];
  /** Programs of which one must be there. */
  anyBins: string[];
  /** Settings of OpenClaw that must be on. */
  config: string[];
  os: string[];
  /** Who installs the programs (`brew`, `node`, `go`, `uv`, `download`), and what. */
  install: { kind: string; name?: string }[];
  homepage?: string;
}

/** What the author wrote under `metadata:` that readers look for, told with its place. */
export interface FromMetadata {
  /** As written; it never sets the version of the skill. */
  version?: string;
  /** As written; it names nobody of the market. */
  author?: string;
  openClaw?: OpenClawNeeds;
}

/**
 * The one canonical form every dialect is read into. It is computed even when a dialect reports errors, as far
 * as the values can be read, and is never written back over the file it came from.
 */
export interface SkillManifest {
  /** Store identifier: `id` where the VibeLife dialect applies, otherwise `name`; "" when neither can be read. */
  slug: string;
  displayName: string;
  /** Trimmed. */
  description: string;
  version: { raw: string; scheme: VersionScheme };
  author: { wallet?: string; username?: string };
  license?: string;
  /** `lamports` is decimal text, exact up to 2^64-1. */
  pricing?: { model: (typeof PRICING_MODELS)[number]; lamports: string };
  runtime?: { image?: string; imageDigest?: string; timeoutSeconds: number; language?: string };
  /** `endpoint`: where an `http` skill is called, as its author declares it. */
  invocation?: {
    kind?: (typeof KINDS)[number];
    pattern?: CallPattern;
    entryPoint?: string;
    endpoint?: string;
  };
  schemas: { input?: JsonSchema; output?: JsonSchema };
  hints: Hints;
  permissions: Permissions;
  origins: Origins;
  capabilities: string[];
  /** `platform_compatibility`; [] means not declared. */
  platforms: string[];
  category: string | null;
  tags: string[];
  triggers: string[];
  homepage?: string;
  requirements: {
    python: string[];
    node: string[];
    other: string[];
    minPython?: string;
    minNode?: string;
  };
  allowedTools: string[];
  model?: string;
  compatibility?: string;
  provenance: { sourceUrl?: string; sourceHash?: string; createdAt?: string; updatedAt?: string };
  /** `enabled` = managed and not switched off; `experience` = what the package was published with, if anything. */
  evolution: { managed: boolean; enabled: boolean; experience?: PublishedExperience };
  examples: SkillExample[];
  changelog?: string;
  /** The `metadata:` mapping of Agent Skills, nothing else. */
  metadata: Record<string, string>;
  /** Read out of that mapping; absent where it holds nothing of the kind. */
  fromMetadata?: FromMetadata;
  /** Keys no dialect knows, as written. */
  extensions: Record<string, unknown>;
  body: string;
  spec: UskSpec;
  dialects: { declared: Dialect[]; detected: Dialect[] };
}

/** Package files by path relative to the skill root; text or raw bytes. */
export type SkillFiles = ReadonlyMap<string, string | Uint8Array>;
