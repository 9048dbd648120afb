import { findPathCollision, type PackageFile, type SkillPackage } from "@/lib/package";
import {
  countExperience,
  describeExperience,
  EVOLUTION_FILE,
  formatEvolution,
  listEntries,
  mergeLayers,
  NO_EVOLUTION,
  readEvolution,
  saysMore,
  stitchSkill,
  unstitchSkill,
  withoutEntries,
  type Evolution,
} from "@/lib/skill-format";
import { describeIssues } from "../stitch-directory";
import { markOf, type OwnExperience, type Published } from "./own-experience";

interface Carried {
  /** The files to be written: those of the package, with the user's experience in them. */
  files: readonly PackageFile[];
  /** What came from whom, a line each. */
  lines: string[];
  /** What has no place in these files and must be kept beside them. */
  kept: Dated[];
}

/** A part of the user's experience, by how the name of its copy ends. */
export interface Dated {
  ending: "evolution.json" | "section.md";
  bytes: Buffer;
}

/**
 * Lays the user's experience over what a version brings, by the rules of Skill Metadata section 4: the publisher's is
 * the farther layer, the user's the nearer. What the publisher had published in the replaced version is the
 * publisher's: it goes where the new version has left it out. Then SKILL.md is stitched again.
 */
export function carryExperience(
  own: OwnExperience,
  { files }: Pick<SkillPackage, "files">,
  replaced: Published | undefined,
): Carried {
  const nothing = { files, lines: [], kept: [] };
  if (own.file === null && own.section === null && own.backup === null) return nothing;
  const brought = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const skill = unstitchSkill(brought);
  if (skill?.enabled !== true)
    return { ...nothing, kept: keepAll(own), lines: ["this version gathers no experience"] };
  const hasPlace = (file: string) =>
    brought.has(file) || findPathCollision([...brought.keys(), file]) === null;
  if (own.file !== null && "fault" in own.file)
    return {
      ...nothing,
      kept: keepAll(own),
      lines: [`your own experience is not understood and not in use: ${own.file.fault}`],
    };
  if (!hasPlace(EVOLUTION_FILE))
    return { ...nothing, kept: keepAll(own), lines: [`this version has no place for ${EVOLUTION_FILE}`] };

  const layers = layExperience(own, brought.get(EVOLUTION_FILE), replaced);
  const written = new Map(layers.bytes === undefined ? [] : [[EVOLUTION_FILE, layers.bytes]]);
  const lines = [...layers.lines];
  if (own.backup !== null && !brought.has(own.backup.path) && hasPlace(own.backup.path))
    written.set(own.backup.path, own.backup.bytes);
  if (layers.bytes === undefined && own.section === null)
    return { files: lay(files, written), lines, kept: [] };
  const stitched = stitchSkill(brought, layers.evolution);
  const known = [...(own.onDisk === null ? [] : [own.onDisk]), layers.evolution];
  if (!stitched.ok) lines.push(`SKILL.md was not stitched: ${describeIssues(stitched.findings)}`);
  else if (!isReadBack(stitched.text, stitched.path, skill.originals[0]))
    lines.push("SKILL.md was not stitched: the section would not be found again");
  else {
    written.set(stitched.path, Buffer.from(stitched.text));
    if (stitched.state === "stitched") lines.push("SKILL.md was stitched again");
    if (skill.section !== null && saysMore(skill.section, [layers.evolution]))
      lines.push("the publisher's section, which says more than evolution.json, was replaced");
    if (stitched.stale) lines.push("stale: the experience was gathered on another version of the source");
  }
  return { files: lay(files, written), lines, kept: keepSection(own, known) };
}

/** What the user would lose if the skill were not there any more. */
export const keepAll = (own: OwnExperience): Dated[] => [
  ...(own.file === null ? [] : [{ ending: "evolution.json", bytes: own.file.bytes } as const]),
  ...keepSection(own, own.onDisk === null ? [] : [own.onDisk]),
];

const keepSection = ({ section }: OwnExperience, known: readonly Evolution[]): Dated[] =>
  section !== null && saysMore(section, known) ? [{ ending: "section.md", bytes: Buffer.from(section) }] : [];

interface Layers {
  evolution: Evolution;
  /** The file to be written; undefined where it is the published one, or none. */
  bytes?: Buffer;
  lines: string[];
}

function layExperience(
  own: OwnExperience,
  source: Uint8Array | undefined,
  replaced: Published | undefined,
): Layers {
  const theirMarks = new Set(replaced?.experience);
  const evolution = own.file !== null && "evolution" in own.file ? own.file.evolution : NO_EVOLUTION;
  const mine = withoutEntries(evolution, (entry) => theirMarks.has(markOf(entry)));
  const reading = source && readEvolution(source);
  const theirs = reading?.evolution ?? NO_EVOLUTION;
  const notUnderstood = reading !== undefined && reading.evolution === undefined;
  if (own.file === null || countExperience(mine) === 0) return { evolution: theirs, lines: [] };
  const kept = `your own experience was kept: ${describeExperience(mine)}`;
  const merged = mergeLayers([theirs, mine]);
  const bytes = Buffer.from(formatEvolution(merged));
  const check = readEvolution(bytes);
  if (notUnderstood || check.evolution === undefined) {
    const reason = describeIssues(notUnderstood ? reading.findings : check.findings);
    return {
      evolution,
      bytes: own.file.bytes,
      lines: [kept, `the publisher's was not added: ${reason}`],
    };
  }
  const mineEntries = new Set(listEntries(mine));
  const added = withoutEntries(merged, (entry) => mineEntries.has(entry));
  const hasAdded = countExperience(added) > 0;
  return {
    evolution: merged,
    bytes,
    lines: [
      kept,
      ...(hasAdded ? [`the publisher's was added: ${describeExperience(added)}`] : []),
      ...(isOver(theirs, mine) ? ["your custom_prompts stand in place of the publisher's"] : []),
    ],
  };
}

function isOver({ customPrompts: theirs = "" }: Evolution, { customPrompts: mine = "" }: Evolution): boolean {
  return mine.trim() !== "" && theirs.trim() !== "" && mine.trim() !== theirs.trim();
}

/** What was written must be told from the publisher's file later on. */
function isReadBack(text: string, file: string, original: string | undefined): boolean {
  const back = unstitchSkill(new Map([[file, text]]));
  return original !== undefined && (back?.originals.includes(original) ?? false);
}

function lay(files: readonly PackageFile[], written: ReadonlyMap<string, Uint8Array>): PackageFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const replaced = files.map((file) => ({ ...file, bytes: written.get(file.path) ?? file.bytes }));
  const added = [...written].filter(([path]) => !paths.has(path)).map(([path, bytes]) => ({ path, bytes }));
  return [...replaced, ...added];
}
