/** The public list of the skill format library. Nothing else in this folder is imported from outside. */
export {
  CHECK_PROFILES,
  CONVERSION_TARGETS,
  DIALECTS,
  ORIGINS,
  type CallPattern,
  type CheckProfile,
  type ConversionTarget,
  type Dialect,
  type FromMetadata,
  type Hints,
  type Issue,
  type JsonSchema,
  type Origin,
  type Origins,
  type Permissions,
  type Report,
  type Severity,
  type SkillExample,
  type SkillFiles,
  type SkillManifest,
  type VersionScheme,
} from "./types";
export {
  DEFAULT_TIMEOUT_SECONDS,
  MAX_LAMPORTS,
  NAME_MAX_CHARACTERS,
  USK_CAPABILITIES,
  USK_RUNTIMES,
  USK_SPEC,
  VIBELIFE_CORE_TOOLS,
} from "./constants";
export { agentDisplayName } from "./agent-badge";
export { splitAllowedTools } from "./values/allowed-tools";
export {
  parseAuthorAgent,
  parseAuthorAgentHeader,
  parseAuthorAgentObject,
  type AuthorAgent,
} from "./author-agent";
export { isCheckedFile } from "./checked-files";
export { checkSkill, judgeSkill, detectDialects, type CheckSkillInput, type SkillCheck } from "./check-skill";
export { conversionTargets, installMode, readTarget } from "./conversion-targets";
export {
  blockingReports,
  decideStatus,
  readingFaults,
  type StatusDecision,
  type VettingFinding,
} from "./decide-status";
export { isCheckProfile } from "./declared-dialects";
export { isKebabCase } from "./dialects/base";
export { DIALECT_KEYS } from "./dialects/keys";
export { dialectTitle } from "./dialects/registry";
export { isCommitHash, isHttpsUrl } from "./dialects/source-fields";
export { EVOLUTION_FILE, NO_EVOLUTION, type Evolution } from "./evolution/evolution";
export { formatEvolution } from "./evolution/format-evolution";
export { mergeEvolution, mergeLayers } from "./evolution/merge-evolution";
export { readEvolution } from "./evolution/read-evolution";
export {
  countExperience,
  describeExperience,
  listEntries,
  saysMore,
  withoutEntries,
} from "./evolution/entries";
export { SECTION_TITLE } from "./evolution/section";
export { stitchSkill, type StitchResult } from "./evolution/stitch-skill";
export { unstitchSkill, type Unstitched } from "./evolution/unstitch-skill";
export { cutExamples } from "./examples";
export { exportSkill, type ExportOptions } from "./export/export-skill";
export { applyEdits } from "./fixes/apply-edits";
export { FIX_KINDS, type Fix, type FixKind } from "./fixes/fix";
export { listFixes } from "./fixes/list-fixes";
export { hintPolicy, policyOf, type HintPolicy } from "./hint-policy";
export {
  statedAccess,
  statedHints,
  statedPermissions,
  type StatedHints,
  type StatedPermissions,
} from "./manifest/origins";
export { parseIsoMoment } from "./values/iso-dates";
export { findSchemaFault } from "./json-schema/check-schema";
export { PatternWork } from "./json-schema/pattern-work";
export { matchSchema } from "./json-schema/match-schema";
export { formatLamportsAsSol } from "./values/lamports";
export { countCharacters, estimateTokens } from "./values/measure-text";
export { discoverSkills, type ReadableTree } from "./prompt/discover-skills";
export { findSkills, joinPath, type TreeEntry } from "./prompt/find-skills";
export { listAvailableSkills } from "./prompt/list-available-skills";
export { LOAD_STAGES, loadStage, type LoadStage } from "./prompt/load-stage";
export { memoryTree } from "./prompt/memory-tree";
export { readSkillRecord, type SkillRecord } from "./prompt/skill-record";
export { describeFields } from "./validator/describe-fields";
export { versionChange } from "./values/version-change";
export { isVersionTag, type VersionTag } from "./values/version-tags";
export { highest, highestRelease, isPrerelease, latestOf, nextOf } from "./values/latest-version";
export { compareVersions, isDateVersion, latestReleased, nextPatch } from "./values/versions";
export { ActivationSession, type ActivationResult } from "./vibelife/activation";
export {
  offeredArgumentsSchema,
  readSkillTools,
  TOOL_TYPES,
  toolArgumentsSchema,
  toolCallSchema,
  toolFormSchema,
  type SkillTool,
} from "./vibelife/read-tools";
export { reportMigration, type MigrationItem, type MigrationItemId } from "./vibelife/migration-report";
