import {
  composeFrontMatter,
  type PlannedEntry,
  readSourceDocument,
  readSourceYaml,
  type SourceBlock,
  type SourceDocument,
} from "./compose-front-matter";
import { checkSkill } from "../check-skill";
import { EXO_MAX_PROPERTIES } from "../constants";
import { normaliseUpstreamName } from "../dialects/agent-skills-upstream";
import { isClosed, isNarrow } from "../dialects/exo";
import { DIALECT_KEYS } from "../dialects/registry";
import { type Finding, type Issue, type Report, toReport } from "../issues/issue";
import { isOverlayPath, overlayPaths, SkillReading, withoutLine } from "../skill-reading";
import type { CheckProfile, SkillFiles } from "../types";
import { EMPTY_MAP, isMissing, type MapNode, nodeAt, textAt, type YamlNode } from "../yaml/node";

export type ExportOptions = PlanOptions;

export type SkillExport =
  | {
      ok: true;
      /** Name of the root directory: the identifier of the dialect. */
      name: string;
      /** The package: a new SKILL.md, no overlays, every other file as it was. */
      files: ReadonlyMap<string, string | Uint8Array>;
      /** The verdict of the dialect's own validator on the export; valid, perhaps with warnings. */
      report: Report;
      /** Keys of the source kept as texts under `metadata`. */
      moved: readonly string[];
      /** Keys of the source that are not in the export. */
      dropped: readonly string[];
    }
  | { ok: false; issues: readonly Issue[] };

/**
 * Builds the package a dialect would have been given alone: the overlay laid on, only the keys of the
 * dialect, the root directory named like the skill. Keys and comments that stay are taken over as they are written,
 * the body byte for byte; what has to be written anew is a YAML literal. The result has passed the dialect's own
 * validator; what does not pass is refused with the issues. Equal files give equal exports. Never throws.
 */
export function exportSkill(
  files: SkillFiles,
  profile: CheckProfile,
  options: ExportOptions = {},
): SkillExport {
  const reading = new SkillReading(files);
  const faults = [...reading.document.issues, ...reading.overlayIssuesOf(profile)].filter(
    ({ severity }) => severity === "error",
  );
  if (reading.fileName === null) faults.push(missingFile);
  if (faults.length > 0) return refuse(profile, faults);
  const frontMatter = reading.intendedFrontMatter(profile);
  const plan = planFrontMatter(frontMatter, profile, options);
  const source = readSources(reading, profile);
  const block =
    source === undefined
      ? null
      : composeFrontMatter(plan.entries, {
          sources: source.blocks,
          lineEnd: source.lineEnd,
          isStrict: profile === "agent-skills-upstream",
        });
  if (source === undefined || block === null) return refuse(profile, [unwritable]);
  const { lineEnd, body } = source;
  const text = `---${lineEnd}${block}---${lineEnd}${body}`;
  const exported = withSkillFile(files, text);
  const name = nameOf(frontMatter, profile);
  const [report] = checkSkill({ files: exported, dir: name, dialects: [profile] }).reports;
  if (report?.valid !== true) {
    // lines of the export, which nobody has seen, would be taken for lines of the source
    return { ok: false, issues: (report?.issues ?? []).filter(isError).map(withoutLine) };
  }
  return { ok: true, name, files: exported, report, moved: plan.moved, dropped: plan.dropped };
}

interface Sources extends Pick<SourceDocument, "body" | "lineEnd"> {
  blocks: readonly SourceBlock[];
}

/** SKILL.md and the overlays of the dialect as they are written. */
function readSources({ files, fileName }: SkillReading, profile: CheckProfile): Sources | undefined {
  const base = readSourceDocument(files.get(fileName ?? ""));
  if (base === undefined) return undefined;
  const blocks = [base.block];
  let { body } = base;
  for (const path of overlayPaths(profile)) {
    const source = files.get(path);
    if (source === undefined) continue;
    const overlay = path.endsWith(".md") ? readSourceDocument(source) : undefined;
    body = overlay?.body ?? body;
    const block = overlay?.block ?? readSourceYaml(source);
    if (block !== undefined) blocks.push(block);
  }
  return { blocks, body, lineEnd: base.lineEnd };
}

/** `SKILL.md` with the given text in the place of the old one, whatever its case, and no overlays. */
function withSkillFile(files: SkillFiles, text: string): Map<string, string | Uint8Array> {
  const kept = [...files].filter(([path]) => path !== "skill.md" && !isOverlayPath(path));
  return new Map([...kept, ["SKILL.md", text]]);
}

/** The directory is named by the identifier, which is the `id` of a VibeLife skill (normalised upstream). */
function nameOf(frontMatter: Parameters<typeof textAt>[0], profile: CheckProfile): string {
  const name = textAt(frontMatter, profile === "vibelife" ? "id" : "name") ?? "";
  return profile === "agent-skills-upstream" ? normaliseUpstreamName(name) : name;
}

function refuse(profile: CheckProfile, findings: readonly Finding[]): SkillExport {
  return { ok: false, issues: toReport(profile, findings).issues };
}

const missingFile: Finding = {
  severity: "error",
  code: "SKILL_MD_MISSING",
  path: "SKILL.md",
  message: "there is no SKILL.md at the root of the package",
};

const unwritable: Finding = {
  severity: "error",
  code: "FILE_INVALID",
  path: "frontmatter",
  message: "what the dialect keeps of it cannot be written as YAML within the limits a reader has",
};

function isError({ severity }: Issue): boolean {
  return severity === "error";
}

/** Where keys go that today's Agent Skills does not know: `metadata` holds them as texts under this prefix. */
const STORE_PREFIX = "store.";

interface PlanOptions {
  /** `agent-skills-upstream` only: leave the keys of other formats out instead of keeping them under `metadata`. */
  dropOthers?: boolean;
  /** `exo` only, and only when the author agrees: close the input schema. */
  closeInput?: boolean;
}

interface FrontMatterPlan {
  entries: PlannedEntry[];
  /** Keys kept as texts under `metadata`. */
  moved: string[];
  /** Keys that are not in the export. */
  dropped: string[];
}

/** What the front matter of an export says: the keys of the dialect, in the order of the file (section 5.3). */
function planFrontMatter(
  frontMatter: MapNode,
  profile: CheckProfile,
  { dropOthers = false, closeInput = false }: PlanOptions,
): FrontMatterPlan {
  const isStrict = profile === "agent-skills-upstream";
  const keys = DIALECT_KEYS[profile === "agent-skills-upstream" ? "agent-skills" : profile];
  const present = [...frontMatter.entries].filter(([, node]) => !isMissing(node));
  const own = present
    .filter(([key, node]) => keys.includes(key) && !(isStrict && isEmpty(node)))
    .map(([key, node]): PlannedEntry => ({ key, node }));
  const others = present.filter(([key]) => !keys.includes(key));
  const names = others.map(([key]) => key);
  if (!isStrict || dropOthers || others.length === 0) {
    const entries = profile === "exo" && closeInput ? own.map(closeInputSchema) : own;
    return { entries, moved: [], dropped: names };
  }
  return { entries: moveIntoMetadata(own, others), moved: names, dropped: [] };
}

/** `[]` and `{}` say nothing, and the reference implementation reads no brackets. */
function isEmpty(node: YamlNode): boolean {
  return (
    (node.kind === "list" && node.items.length === 0) || (node.kind === "map" && node.entries.size === 0)
  );
}

/** A `metadata` that is no mapping has no room for members, so it is moved like any other key. */
function moveIntoMetadata(
  own: readonly PlannedEntry[],
  others: readonly (readonly [string, YamlNode])[],
): PlannedEntry[] {
  const at = own.findIndex(({ key }) => key === "metadata");
  const written = own[at]?.node ?? EMPTY_MAP;
  const moving = written.kind === "map" ? others : [...others, ["metadata", written] as const];
  const members = moving.map(([key, node]) => [`${STORE_PREFIX}${key}`, textNode(toText(node))] as const);
  const metadata = withMembers(written.kind === "map" ? written : EMPTY_MAP, members);
  const entry: PlannedEntry = { key: "metadata", node: metadata, added: [{ into: [], members }] };
  return at === -1 ? [...own, entry] : own.with(at, entry);
}

/** A text as a node, as if it stood in quotes. */
function textNode(value: string): YamlNode {
  return { kind: "scalar", type: "text", value, source: value, plain: false, line: 0 };
}

/** A mapping with more members; those it has already are replaced where they stand. */
function withMembers(map: MapNode, members: readonly (readonly [string, YamlNode])[]): MapNode {
  return { ...map, entries: new Map([...map.entries, ...members]) };
}

/**
 * Closes `io.input_schema` as Exo SKILL.md 2 demands: `additionalProperties: false` and a `maxProperties` of at most 20.
 * It narrows what callers may send, so it is done only when the author agrees (section 1, input/output schema).
 */
function closeInputSchema(entry: PlannedEntry): PlannedEntry {
  const { node: io } = entry;
  const input = io.kind === "map" ? nodeAt(io, "input_schema") : undefined;
  if (entry.key !== "io" || io.kind !== "map" || input?.kind !== "map") return entry;
  const members = missingKeywords(input);
  if (members.length === 0) return entry;
  const closed = withMembers(input, members);
  return {
    key: "io",
    node: withMembers(io, [["input_schema", closed]]),
    added: [{ into: ["input_schema"], members }],
  };
}

function missingKeywords(input: MapNode): [string, YamlNode][] {
  const members: [string, YamlNode][] = [];
  if (!isClosed(nodeAt(input, "additionalProperties"))) members.push(["additionalProperties", NO]);
  if (!isNarrow(nodeAt(input, "maxProperties"))) members.push(["maxProperties", LIMIT]);
  return members;
}

const NO: YamlNode = {
  kind: "scalar",
  type: "boolean",
  value: false,
  source: "false",
  plain: true,
  line: 0,
};
const LIMIT: YamlNode = {
  kind: "scalar",
  type: "number",
  value: EXO_MAX_PROPERTIES,
  source: String(EXO_MAX_PROPERTIES),
  plain: true,
  line: 0,
};

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A value as one text: a scalar as it was written, a list or mapping as compact JSON. Numbers keep every digit that
 * was written (`18446744073709551615`, `1.10`); one JSON cannot write becomes its text.
 */
function toText(node: YamlNode): string {
  return node.kind === "scalar" ? node.source : toJson(node);
}

function toJson(node: YamlNode): string {
  if (node.kind === "list") return `[${node.items.map(toJson).join(",")}]`;
  if (node.kind === "map") {
    const members = [...node.entries].map(([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`);
    return `{${members.join(",")}}`;
  }
  if (node.type === "null") return "null";
  if (node.type === "boolean") return String(node.value);
  return node.type === "number" && JSON_NUMBER.test(node.source) ? node.source : JSON.stringify(node.source);
}
