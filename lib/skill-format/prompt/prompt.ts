import { readSkillDocument } from "../document/read-skill-document";
import type { Finding } from "../issues/issue";
import type { SkillFiles } from "../types";
import { toPackagePath } from "../values/relative-path";
import { textAt } from "../yaml/node";

/** A place skills are looked for in: a disk, or a list of files. It lists no folder that no skill is looked for in. */
interface SkillTree {
  /** What lies directly in a directory; null when there is no such directory, or it was listed before. */
  list(directory: string): Promise<readonly TreeEntry[] | null>;
}

export interface TreeEntry {
  name: string;
  kind: "file" | "directory";
}

/** A directory with a SKILL.md. */
export interface FoundSkill {
  directory: string;
  /** `skill.md` only where there is no SKILL.md. */
  fileName: "SKILL.md" | "skill.md";
}

/** Directories below a root; skills lie one or two below it. */
const MAX_DEPTH = 6;

/** Directories looked into: a root that is a whole disk must come to an end. */
const MAX_DIRECTORIES = 100_000;

/**
 * The skills at or below the roots, in the order of the roots and then of the names (Agent Skills, integration):
 * folders with a SKILL.md. What lies inside a skill belongs to it and is no skill of its own. A root that is not
 * there holds none.
 */
export async function* findSkills(roots: readonly string[], tree: SkillTree): AsyncGenerator<FoundSkill> {
  const budget = { directories: MAX_DIRECTORIES };
  for (const root of roots) yield* findBelow({ directory: root, depth: 0 }, tree, budget);
}

async function* findBelow(
  { directory, depth }: { directory: string; depth: number },
  tree: SkillTree,
  budget: { directories: number },
): AsyncGenerator<FoundSkill> {
  if (depth > MAX_DEPTH || budget.directories <= 0) return;
  budget.directories -= 1;
  const entries = (await tree.list(directory)) ?? [];
  const files = new Set(entries.flatMap(({ name, kind }) => (kind === "file" ? name : [])));
  const fileName = (["SKILL.md", "skill.md"] as const).find((name) => files.has(name));
  if (fileName !== undefined) {
    yield { directory, fileName };
    return;
  }
  const names = entries.flatMap(({ name, kind }) => (kind === "directory" ? name : []));
  for (const name of names.sort()) {
    yield* findBelow({ directory: joinPath(directory, name), depth: depth + 1 }, tree, budget);
  }
}

/** Two parts of a path; `.` and `/` are directories too. */
export function joinPath(directory: string, name: string): string {
  if (directory === "." || directory === "") return name;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

/** A tree of files held in memory, such as those of an upload; `./a` is `a`. */
export function memoryTree(files: SkillFiles): ReadableTree {
  return {
    list(directory) {
      const place = withoutDot(directory).replace(/\/+$/, "");
      const prefix = place === "." || place === "" ? "" : `${place}/`;
      const entries = new Map<string, TreeEntry>();
      for (const path of files.keys()) {
        if (!path.startsWith(prefix)) continue;
        const [name = "", ...below] = path.slice(prefix.length).split("/");
        entries.set(name, { name, kind: below.length > 0 ? "directory" : "file" });
      }
      return Promise.resolve(entries.size === 0 ? null : [...entries.values()]);
    },
    read: (path) => Promise.resolve(files.get(withoutDot(path)) ?? ""),
  };
}

function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "");
}

/** All an agent keeps of a skill until it is used (Agent Skills, integration). */
export interface SkillRecord {
  name: string;
  description: string;
  /** The skill's directory. */
  path: string;
  /** Its SKILL.md. */
  location: string;
}

type RecordReading =
  | { ok: true; record: SkillRecord; findings: Finding[] }
  | { ok: false; location: string; findings: Finding[] };

/**
 * Name and description of a SKILL.md; the body is not kept. Lenient, as loading is: what is merely against a rule
 * is loaded, but without a readable front matter, a name or a description there is nothing to show. Never throws.
 */
export function readSkillRecord(source: string | Uint8Array, location: string): RecordReading {
  const { frontMatter, issues } = readSkillDocument(source);
  const findings = [...issues];
  const [name, description] = ["name", "description"].map((key) => {
    const text = frontMatter === null ? undefined : textAt(frontMatter, key);
    if (frontMatter !== null && text === undefined) findings.push(lacks(key));
    return text;
  });
  if (name === undefined || description === undefined) return { ok: false, location, findings };
  const path = location.replace(/[/\\]?[^/\\]*$/, "") || ".";
  return { ok: true, record: { name, description, path, location }, findings };
}

function lacks(path: string): Finding {
  return { severity: "error", code: "FIELD_REQUIRED", path, message: "is required" };
}

export interface ReadableTree extends SkillTree {
  read(path: string): Promise<string | Uint8Array>;
}

export interface Discovery {
  /** One for each name. */
  records: SkillRecord[];
  /** SKILL.md files that give no record, and why. They hide no other skill. */
  problems: Extract<RecordReading, { ok: false }>[];
  /** Skills whose name an earlier root has already: the first one counts, so that a project's skill wins. */
  shadowed: SkillRecord[];
}

/**
 * Stage one of progressive disclosure (Agent Skills, overview and integration): every skill's record, and nothing of
 * its body.
 */
export async function discoverSkills(roots: readonly string[], tree: ReadableTree): Promise<Discovery> {
  const records = new Map<string, SkillRecord>();
  const discovery: Discovery = { records: [], problems: [], shadowed: [] };
  for await (const { directory, fileName } of findSkills(roots, tree)) {
    const location = joinPath(directory, fileName);
    const reading = readSkillRecord(await tree.read(location), location);
    if (!reading.ok) discovery.problems.push(reading);
    else if (records.has(reading.record.name)) discovery.shadowed.push(reading.record);
    else records.set(reading.record.name, reading.record);
  }
  discovery.records = [...records.values()];
  return discovery;
}

/** What may not stand in XML 1.0 at all, not even as a reference. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * `<available_skills>` for a system prompt (Agent Skills, integration): name and description of each skill, and the
 * location of its SKILL.md for agents that read files themselves. Every value is escaped: no text can end its
 * element.
 */
export function listAvailableSkills(
  records: readonly Pick<SkillRecord, "name" | "description" | "location">[],
  { withLocation = true }: { withLocation?: boolean } = {},
): string {
  const skills = records.map(({ name, description, location }) => {
    const members = { name, description, ...(withLocation ? { location } : {}) };
    const lines = Object.entries(members).map(([tag, text]) => `    <${tag}>${escapeXml(text)}</${tag}>\n`);
    return `  <skill>\n${lines.join("")}  </skill>\n`;
  });
  return `<available_skills>\n${skills.join("")}</available_skills>\n`;
}

function escapeXml(text: string): string {
  return text
    .replace(NOT_IN_XML, "\uFFFD")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Progressive disclosure (Agent Skills, overview): what of a skill stands in the context when. */
export const LOAD_STAGES = ["discovery", "activation", "execution"] as const;
export type LoadStage = (typeof LOAD_STAGES)[number];

interface LoadedText {
  /** Package path the text comes from. */
  path: string;
  text: string;
}

/**
 * What one stage adds to the context: discovery name and description, activation the full SKILL.md, execution the
 * files asked for, and no others. A path that leaves the package, or names no text file of it, adds nothing.
 */
export function loadStage(files: SkillFiles, stage: LoadStage, wanted: readonly string[] = []): LoadedText[] {
  if (stage === "execution") return [...new Set(wanted)].flatMap((path) => loadFile(files, path));
  const path = files.has("SKILL.md") ? "SKILL.md" : "skill.md";
  const source = files.get(path);
  if (source === undefined) return [];
  if (stage === "activation") return [{ path, text: readSkillDocument(source).text }];
  const reading = readSkillRecord(source, path);
  if (!reading.ok) return [];
  const { name, description } = reading.record;
  return [{ path, text: `name: ${name}\ndescription: ${description}\n` }];
}

function loadFile(files: SkillFiles, written: string): LoadedText[] {
  const path = toPackagePath(written);
  const source = path === null ? undefined : files.get(path);
  if (path === null || source === undefined) return [];
  try {
    return [{ path, text: typeof source === "string" ? source : decoder.decode(source) }];
  } catch {
    return []; // an image or a program is run or shown, not read
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });
