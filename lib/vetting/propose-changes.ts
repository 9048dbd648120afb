import { diffArrays } from "diff";
import { proposeRoot } from "@/lib/package";
import {
  applyEdits,
  decodeMarked,
  type CheckSkillInput,
  FIX_KINDS,
  type FixKind,
  type LineEdit,
  listFixes,
  OBSTACLES,
  REPAIR_KINDS,
  repairText,
  type SkillFiles,
} from "@/lib/skill-format";
import { type FormatVerdict, judgeFormat } from "./judge-format";

/** Why the rest is left: what the text says of no place, or (`left-to-author`) the reasons that are left themselves. */
export const PACKAGE_OBSTACLES = [...OBSTACLES, "no-skill-file", "several-skills", "left-to-author"] as const;
export type PackageObstacle = (typeof PACKAGE_OBSTACLES)[number];

/** One thing that is changed. */
export const PROPOSAL_STEPS = [...REPAIR_KINDS, ...FIX_KINDS, "move-root", "rename-file"] as const;
export type ProposalStep = (typeof PROPOSAL_STEPS)[number];

/** A file that gets another path, or, with null, is left out. */
export interface FileMove {
  readonly from: string;
  readonly to: string | null;
}

/** What would have to change for a package to be accepted, as a whole. */
export interface Proposal {
  /** What is done, in this order, each once. */
  steps: ProposalStep[];
  moves: FileMove[];
  /** Of SKILL.md, in the lines of its text before; see `applyEdits`. */
  edits: LineEdit[];
  /** What only the author can say. */
  obstacles: PackageObstacle[];
  /** What an upload of the changed package would come to: the same verdict as on any other. */
  status: FormatVerdict["decision"]["status"];
  /** What still refuses it, or holds it up. */
  reasons: string[];
}

/** A proposal, and the package as it would be. */
export interface ChangedPackage {
  proposal: Proposal;
  files: SkillFiles;
  /** The folder that the skill then lies in; absent where nobody knows. */
  dir?: string;
}

/** Each step takes one thing away; so many wrong things has no file that somebody wrote. */
const MAX_STEPS = 40;
/** A longer text is its author's to change: each step reads it whole. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * What would make a refused package an accepted one, with nothing guessed that cannot be seen in it: the steps, the
 * difference, and why the rest is left to its author. Null for a package that is accepted as it is. The changed package is judged as any other. Pure; never throws.
 */
export function proposeChanges(input: CheckSkillInput): ChangedPackage | null {
  const first = judgeFormat(input);
  if (first.decision.status !== "rejected") return null;
  const state = new Changing(input);
  const before = state.placeFile();
  if (before === null) return state.result([], first);
  const source = decodeMarked(before);
  if (source === null || source.text.length > MAX_CHARACTERS) {
    if (source === null) state.obstacles.push("not-utf8");
    return state.result([], first);
  }
  const { text: written, wasOtherwise } = source;
  const lineEnd = isCrlf(written) ? "\r\n" : "\n";
  const from = written.replaceAll(/\r\n?/g, "\n");
  let text = from;
  if (wasOtherwise) state.steps.add("write-utf8");
  if (text.startsWith("\uFEFF")) {
    text = text.replace(/^\uFEFF+/, "");
    if (!wasOtherwise) state.steps.add("byte-order-mark");
  }
  let verdict = state.judge(text);
  for (let step = 0; step < MAX_STEPS && verdict.decision.status === "rejected"; step += 1) {
    const issues = verdict.findings.concat(missing(verdict));
    const repaired = repairText({ text, issues, dir: state.dir });
    if (repaired !== null && "obstacle" in repaired) {
      state.obstacles.push(repaired.obstacle);
      break;
    }
    const [kind, next] = repaired ? [repaired.kind, repaired.lines.join("\n")] : state.fix(text, verdict);
    if (kind === null || next === text) break;
    state.steps.add(kind);
    text = next;
    verdict = state.judge(text);
  }
  state.write(text.replaceAll("\n", lineEnd), text !== from || wasOtherwise);
  return state.result(wasOtherwise && text === from ? [] : listEdits(from, text), verdict);
}

/** What `decideStatus` asks for beside the rules of the formats. */
function missing({
  decision,
}: FormatVerdict): { code: "FIELD_REQUIRED"; path: string }[] & FormatVerdict["findings"] {
  const paths = ["name", "description"].filter((path) => decision.reasons.includes(`${path}: is required`));
  return paths.map((path) => ({
    dialect: "package",
    severity: "error",
    code: "FIELD_REQUIRED",
    path,
    message: "is required",
  }));
}

/** A package on its way to one that is accepted. */
class Changing {
  readonly steps = new Set<ProposalStep>();
  readonly moves: FileMove[] = [];
  readonly obstacles: PackageObstacle[] = [];
  dir: string | undefined;
  private files: Map<string, string | Uint8Array>;

  constructor(private readonly input: CheckSkillInput) {
    this.files = new Map(input.files);
    this.dir = input.dir;
  }

  /** Puts the file that is meant as SKILL.md at the root under this name; gives its content. */
  placeFile(): string | Uint8Array | null {
    const there = this.files.get("SKILL.md");
    if (there !== undefined) return there;
    const root = proposeRoot([...this.files.keys()]);
    if (!root.ok) {
      this.obstacles.push(root.obstacle);
      return null;
    }
    const prefix = root.folder === "" ? "" : `${root.folder}/`;
    const moved = new Map<string, string | Uint8Array>();
    for (const [path, content] of this.files) {
      const to = path === root.file ? "SKILL.md" : path.startsWith(prefix) ? path.slice(prefix.length) : null;
      if (to !== null) moved.set(to, content);
      if (to !== path) this.moves.push({ from: path, to });
    }
    if (prefix !== "") {
      this.steps.add("move-root");
      this.dir = root.folder.slice(root.folder.lastIndexOf("/") + 1);
    }
    if (root.file !== `${prefix}SKILL.md`) this.steps.add("rename-file");
    this.files = moved;
    return moved.get("SKILL.md") ?? null;
  }

  judge(text: string): FormatVerdict {
    return judgeFormat(this.with(text));
  }

  /** A safe fix of what refuses the package; see `listFixes`. */
  fix(text: string, { findings }: FormatVerdict): [FixKind | null, string] {
    const told = new Set(findings.map(({ code, path }) => `${code} ${path}`));
    const fix = listFixes(this.with(text)).find(({ code, path }) => told.has(`${code} ${path}`));
    return fix === undefined ? [null, text] : [fix.kind, applyEdits(text, fix.edits)];
  }

  write(text: string, isChanged: boolean): void {
    if (isChanged) this.files.set("SKILL.md", text);
  }

  result(edits: LineEdit[], { decision }: FormatVerdict): ChangedPackage {
    if (decision.status === "rejected" && this.obstacles.length === 0) this.obstacles.push("left-to-author");
    return {
      proposal: {
        steps: [...this.steps],
        moves: this.moves,
        edits,
        obstacles: this.obstacles,
        status: decision.status,
        reasons: decision.reasons,
      },
      files: this.files,
      ...(this.dir === undefined ? {} : { dir: this.dir }),
    };
  }

  private with(text: string): CheckSkillInput {
    const files = new Map(this.files).set("SKILL.md", text);
    const { dialects } = this.input;
    return {
      files,
      ...(this.dir === undefined ? {} : { dir: this.dir }),
      ...(dialects === undefined ? {} : { dialects }),
    };
  }
}

const isCrlf = (text: string) => text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text);

/** Above so many lines that differ the whole is shown as replaced. */
const MAX_DIFFERENT_LINES = 400;

/** The lines that differ, in the lines of the text before. */
function listEdits(before: string, after: string): LineEdit[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  const parts = diffArrays(old, next, { maxEditLength: MAX_DIFFERENT_LINES });
  if (parts === undefined) return [{ line: 1, removed: old, added: next }];
  const edits: LineEdit[] = [];
  let line = 1;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined) continue;
    if (!part.added && !part.removed) {
      line += part.value.length;
      continue;
    }
    const pair = parts[at + 1];
    const isPair = pair !== undefined && pair.added !== part.added && (pair.added || pair.removed);
    const both = isPair ? [part, pair] : [part];
    const removed = both.flatMap((each) => (each.removed ? each.value : []));
    edits.push({ line, removed, added: both.flatMap((each) => (each.added ? each.value : [])) });
    line += removed.length;
    if (isPair) at += 1;
  }
  return edits;
}
