/** The public list of the skill format library. Nothing else in this folder is imported from outside. */
export { CHECK_PROFILES, type CheckProfile, DIALECTS } from "./types";
export {
  CONVERSION_TARGETS,
  type CallPattern,
  type ConversionTarget,
  type FromMetadata,
  type Hints,
  type JsonSchema,
  type Origin,
  ORIGINS,
  type Origins,
  type Permissions,
  type SkillExample,
  type SkillFiles,
  type SkillManifest,
  type VersionScheme,
} from "./types";
export type { Issue, Report, Severity } from "./issues/issue";
export {
  DEFAULT_TIMEOUT_SECONDS,
  MAX_LAMPORTS,
  NAME_MAX_CHARACTERS,
  USK_CAPABILITIES,
  USK_RUNTIMES,
  USK_SPEC,
  VIBELIFE_CORE_TOOLS,
} from "./constants";
export { agentDisplayName } from "./author-agent";
export {
  checkPluginManifest,
  PLUGIN_SCHEMA,
  type PluginIssue,
  type PluginManifest,
} from "./plugin/check-plugin-manifest";
export { splitAllowedTools } from "./values/allowed-tools";
export {
  type AuthorAgent,
  parseAuthorAgent,
  parseAuthorAgentHeader,
  parseAuthorAgentObject,
} from "./author-agent";
export { isCheckedFile } from "./check-skill";
export { checkSkill, type CheckSkillInput, judgeSkill, type SkillCheck } from "./check-skill";
export { conversionTargets, installMode, readTarget } from "./conversion-targets";
export {
  blockingReports,
  decideStatus,
  readingIssues,
  type StatusDecision,
  type VettingFinding,
} from "./decide-status";
export { isKebabCase } from "./dialects/dialect";
export { decodeMarked } from "./document/decode-source";
export { readFrontMatter } from "./document/read-skill-document";
export { DIALECT_KEYS, dialectTitle, isCheckProfile } from "./dialects/registry";
export { isCommitHash, isHttpsUrl } from "./values/web-addresses";
export { type Evolution, EVOLUTION_FILE, NO_EVOLUTION } from "./evolution/evolution";
export {
  countExperience,
  describeExperience,
  formatEvolution,
  listEntries,
  mergeEvolution,
  mergeLayers,
  withoutEntries,
} from "./evolution/evolution";
export { readEvolution } from "./evolution/read-evolution";
export { saysMore, SECTION_TITLE, type Unstitched, unstitchSkill } from "./evolution/stitch-skill";
export { type StitchResult, stitchSkill } from "./evolution/stitch-skill";
export { cutExamples } from "./examples";
export { type ExportOptions, exportSkill } from "./export/export-skill";
export { applyEdits, type LineEdit } from "./fixes/apply-edits";
export { type Fix, FIX_KINDS, type FixKind } from "./fixes/list-fixes";
export { listFixes } from "./fixes/list-fixes";
export { OBSTACLES, REPAIR_KINDS } from "./repairs/repair";
export { type NameObstacle, proposeName } from "./repairs/propose-name";
export { repairText } from "./repairs/repair-text";
export {
  hintPolicy,
  type HintPolicy,
  policyOf,
  statedAccess,
  statedHints,
  type StatedHints,
  statedPermissions,
  type StatedPermissions,
} from "./manifest/origins";
export { parseIsoMoment } from "./values/iso-dates";
export { findSchemaIssue } from "./json-schema/check-schema";
export { PatternWork } from "./json-schema/pattern-work";
export { matchSchema } from "./json-schema/match-schema";
export { formatLamportsAsSol } from "./values/lamports";
export { countCharacters, estimateTokens } from "./values/measure-text";
export {
  discoverSkills,
  findSkills,
  joinPath,
  listAvailableSkills,
  LOAD_STAGES,
  loadStage,
  type LoadStage,
  memoryTree,
  type ReadableTree,
  readSkillRecord,
  type SkillRecord,
  type TreeEntry,
} from "./prompt/prompt";
export { describeFields } from "./describe-fields";
export {
  highest,
  highestRelease,
  isPrerelease,
  isVersionTag,
  spellingsOf,
  latestOf,
  nextOf,
  versionChange,
  type VersionTag,
} from "./values/versions";
export { compareVersions, isDateVersion, isTagName, latestReleased, nextPatch } from "./values/versions";
export { type ActivationResult, ActivationSession } from "./vibelife/activation";
export {
  offeredArgumentsSchema,
  readSkillTools,
  TOOL_TYPES,
  toolArgumentsSchema,
  toolCallSchema,
  toolFormSchema,
  type SkillTool,
} from "./vibelife/read-tools";
export { type MigrationItem, type MigrationItemId, reportMigration } from "./vibelife/migration-report";
