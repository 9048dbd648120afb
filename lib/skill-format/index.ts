/** The public list of the skill format library. Nothing else in this folder is imported from outside. */
export {
  CHECK_PROFILES,
  CONVERSION_TARGETS,
  DIALECTS,
  type CallPattern,
  type CheckProfile,
  type ConversionTarget,
  type Dialect,
  type Finding,
  type Hints,
  type InstallMode,
  type InvocationKind,
  type Issue,
  type IssueCode,
  type JsonSchema,
  type Permissions,
  type PricingModel,
  type Report,
  type Severity,
  type SkillExample,
  type SkillFiles,
  type SkillManifest,
  type UskSpec,
  type VersionScheme,
  type VettingStatus,
} from "./types";
export {
  DEFAULT_TIMEOUT_SECONDS,
  DEFAULT_VERSION,
  EXAMPLES_MAX_BYTES,
  MAX_LAMPORTS,
  NAME_MAX_CHARACTERS,
  USK_CAPABILITIES,
  USK_RUNTIMES,
  USK_SPEC,
  VIBELIFE_CATEGORIES,
  VIBELIFE_CORE_TOOLS,
} from "./constants";
export { agentBadgeText, agentDisplayName } from "./agent-badge";
export { splitAllowedTools } from "./allowed-tools";
export {
  parseAuthorAgent,
  parseAuthorAgentHeader,
  parseAuthorAgentJson,
  parseAuthorAgentObject,
  type AuthorAgent,
  type AuthorAgentReading,
} from "./author-agent";
export { isCheckedFile } from "./checked-files";
export { checkSkill, judgeSkill, detectDialects, type CheckSkillInput, type SkillCheck } from "./check-skill";
export { conversionTargets, installMode, readTarget, type ConversionDecision } from "./conversion-targets";
export { blockingReports, decideStatus, type StatusDecision, type VettingFinding } from "./decide-status";
export { isCheckProfile, isDialect } from "./declared-dialects";
export { isKebabCase } from "./dialects/base";
export { DIALECT_KEYS } from "./dialects/keys";
export { dialectTitle } from "./dialects/registry";
export { isCommitHash, isHttpsUrl } from "./dialects/source-fields";
export { readToolList } from "./dialects/tool-list";
export { readSkillDocument, type SkillDocument } from "./document/read-skill-document";
export { EVOLUTION_FILE, NO_EVOLUTION, type Evolution } from "./evolution/evolution";
export { formatEvolution } from "./evolution/format-evolution";
export { mergeEvolution, mergeLayers, type MergeStamp } from "./evolution/merge-evolution";
export { readEvolution, type EvolutionReading } from "./evolution/read-evolution";
export { SECTION_TITLE } from "./evolution/section";
export { stitchSkill, type StitchResult } from "./evolution/stitch-skill";
export { cutExamples, type ExamplesCut } from "./examples";
export { exportSkill, type ExportOptions, type SkillExport } from "./export/export-skill";
export { applyEdits, type LineEdit } from "./fixes/apply-edits";
export { FIX_KINDS, type Fix, type FixKind } from "./fixes/fix";
export { listFixes } from "./fixes/list-fixes";
export { hintPolicy, type HintPolicy } from "./hint-policy";
export { parseIsoMoment, type IsoMoment } from "./iso-dates";
export { findSchemaFault } from "./json-schema/check-schema";
export { matchSchema, type MatchResult } from "./json-schema/match-schema";
export { formatLamportsAsSol } from "./lamports";
export { isSpdxExpression } from "./licenses";
export { countCharacters, estimateTokens } from "./measure-text";
export { applyOverlays, overlayPaths } from "./overlays";
export { discoverSkills, type Discovery, type ReadableTree } from "./prompt/discover-skills";
export { findSkills, joinPath, type FoundSkill, type SkillTree, type TreeEntry } from "./prompt/find-skills";
export { listAvailableSkills } from "./prompt/list-available-skills";
export { LOAD_STAGES, loadStage, type LoadedText, type LoadStage } from "./prompt/load-stage";
export { memoryTree } from "./prompt/memory-tree";
export { readSkillRecord, type RecordReading, type SkillRecord } from "./prompt/skill-record";
export { toPackagePath } from "./relative-path";
export { isSolanaAddress } from "./solana-address";
export { describeFields, type FieldReport } from "./validator/describe-fields";
export { versionChange, type VersionChange } from "./version-change";
export { compareVersions, isDateVersion, isSemVer, latestReleased, nextPatch, readVersion } from "./versions";
export { ActivationSession, type ActivationResult, type InstalledSkill } from "./vibelife/activation";
export { readSkillTools, toolArgumentsSchema, toolCallSchema, type SkillTool } from "./vibelife/read-tools";
export { reportMigration, type MigrationItem, type MigrationItemId } from "./vibelife/migration-report";
export { toPlain, type ListNode, type MapNode, type ScalarNode, type YamlNode } from "./yaml/node";
export { readYaml, type YamlReading } from "./yaml/read-yaml";
