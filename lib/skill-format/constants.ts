/** Every limit of the five specifications, each with the sentence it comes from. */

/** Agent Skills, `name`: "1 to 64 characters"; Skill Metadata 3.1: "1-64 characters". */
export const NAME_MAX_CHARACTERS = 64;

/** Exo §2: "short description (<100 characters)": 99 is the longest. */
export const EXO_DESCRIPTION_MAX = 99;

/** Skill Metadata 3.2: "length: 10-1024 characters". */
export const METADATA_DESCRIPTION_MIN = 10;

/** Skill Metadata 3.2 and Agent Skills, `description`: at most 1024 characters. */
export const DESCRIPTION_MAX_CHARACTERS = 1024;

/** Agent Skills, `compatibility`: "if provided, 1-500 characters". */
export const COMPATIBILITY_MAX_CHARACTERS = 500;

/** Exo SKILL.md 2: `maxProperties: 20`, "limits the number of properties". */
export const EXO_MAX_PROPERTIES = 20;

/** Exo SKILL.md 2: `timeout_seconds`, "maximum execution time (default 60)". */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** A price is a number of lamports that the ledger can hold: 0 to 2^64-1 (Exo §2). */
export const MAX_LAMPORTS = 18_446_744_073_709_551_615n;

/** 1 SOL is 1,000,000,000 lamports: nine decimals. */
export const SOL_DECIMALS = 9;

/** USK v1.0, compatibility: a missing version is `0.0.1`. */
export const DEFAULT_VERSION = "0.0.1";

/** USK v1.0: the one value of `spec` that makes a skill v3. */
export const USK_SPEC = "usk/1.0";

/** USK v1.0, examples: "at most 10 examples". */
export const EXAMPLES_MAX = 10;

/** USK v1.0, examples: "above 20 KB the list is cut to the first 5". */
export const EXAMPLES_AFTER_SIZE_CUT = 5;

/** USK v1.0, examples: 20 KB = 20,480 bytes of compact UTF-8 JSON; exactly 20,480 is inside. */
export const EXAMPLES_MAX_BYTES = 20_480;

/** USK v1.0, examples: "name: at most 100 characters". */
export const EXAMPLE_NAME_MAX = 100;

/** USK v1.0, examples: "description: at most 500 characters". */
export const EXAMPLE_DESCRIPTION_MAX = 500;

/** USK v1.0, attribution: "name: 1-80 characters". */
export const AGENT_NAME_MAX = 80;

/** USK v1.0, attribution: "provider: 1-40 characters". */
export const AGENT_PROVIDER_MAX = 40;

/** USK v1.0, attribution: "session_id_hash: begins sha256:, at most 128 characters". */
export const SESSION_HASH_MAX = 128;

/** VibeLife V9 2.2: content "under 500 tokens". */
export const VIBELIFE_BODY_TOKENS = 500;

/** Agent Skills, progressive disclosure: "under 5000 tokens recommended". */
export const AGENT_SKILLS_BODY_TOKENS = 5000;

/** Agent Skills, progressive disclosure: "keep SKILL.md under 500 lines". */
export const AGENT_SKILLS_MAX_LINES = 500;

/** USK v1.0, AG1: "paths longer than 200 characters are refused". */
export const PATH_MAX_CHARACTERS = 200;

/** VibeLife V9 1.3: the seven tools of Core, always available. */
export const VIBELIFE_CORE_TOOLS: ReadonlySet<string> = new Set([
  "activate_skills",
  "ask",
  "save",
  "read",
  "search",
  "show",
  "remind",
]);

/** USK v1.0 3-2: recommended values of `interface.runtime`. */
export const USK_RUNTIMES = ["python3", "node", "bash", "binary", "any"] as const;

/** USK v1.0 3-4: the recommended vocabulary of capabilities. */
export const USK_CAPABILITIES = [
  "web_search",
  "document_search",
  "database_query",
  "information_retrieval",
  "text_summarization",
  "translation",
  "classification",
  "extraction",
  "text_generation",
  "code_generation",
  "image_generation",
  "file_management",
  "email",
  "calendar",
  "notification",
  "data_analysis",
  "visualization",
  "calculation",
  "conversion",
  "api_integration",
  "webhook",
  "automation",
] as const;

// Our own bounds on hostile input. Published skills stay far below each of them.

/** A SKILL.md larger than a whole upload may be (5 MB) is not read. */
export const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;

/** Characters of a YAML text; a published front matter has at most a few thousand. */
export const YAML_MAX_CHARACTERS = 256 * 1024;

/** Lexical tokens of a YAML text: bounds the time the parser can take. */
export const YAML_MAX_TOKENS = 40_000;

/** Levels of lists and mappings, one inside another. */
export const YAML_MAX_DEPTH = 64;

/** Aliases followed, nested ones counted each time they are reached. */
export const YAML_MAX_ALIASES = 100;

/** Lines of a body that are looked through for headings, links and sections. */
export const BODY_MAX_LINES = 100_000;

/** Bytes of `evolution.json`, `tools/tools.yaml`, `tools/handlers.py`, `routing.yaml` or an overlay. */
export const COMPANION_FILE_MAX_BYTES = 512 * 1024;

/** Steps a schema may take on one value: an exponential schema stops here. */
export const SCHEMA_MAX_STEPS = 100_000;

/** Steps that all patterns of a document may take on all texts together, counted in steps of that size. */
export const PATTERN_MAX_STEPS = 100_000;
