import { quote } from "../fields";
import type { IssueCode } from "../issues/issue";
import type { SkillFiles } from "../types";
import type { Check } from "./dialect";
import { listNamedFiles, mayNameFiles } from "./named-files";

/** Links and names looked at: more findings than this help nobody, and a body of links alone must not take long. */
const MAX_LINKS = 500;
const MAX_TARGET_CHARACTERS = 500;

/**
 * Agent Skills, file references: links of the body, and the files of `scripts/`, `references/` and `assets/` that it
 * names, lead to files of the package, by a path relative to the skill root, at most one directory deep. Warnings
 * only.
 */
export const checkFileReferences: Check = (view, report) => {
  const links = view.body.includes("](") || view.body.includes("]:");
  const names = mayNameFiles(view.body);
  if (!links && !names) return;
  const found = new FileFinder(view.files);
  const seen = new Set<string>();
  const look = (path: string, line: number, isMadeUp: boolean) => {
    if (seen.size >= MAX_LINKS || seen.has(path)) return;
    seen.add(path);
    const fault = findFault(path, found);
    if (fault !== null && !(isMadeUp && fault.code === "FILE_NOT_FOUND")) {
      report({ severity: "warning", path: "body", line, ...fault });
    }
  };
  const outline = view.outline();
  for (const { text, line } of links ? outline.prose : []) {
    for (const target of listTargets(text)) look(target, line, false);
    if (seen.size >= MAX_LINKS) return;
  }
  for (const { path, line, isMadeUp } of names ? listNamedFiles(outline) : []) {
    look(path, line, isMadeUp);
    if (seen.size >= MAX_LINKS) return;
  }
};

/** The paths a line of Markdown links to; web addresses and places in the same file left out. */
function listTargets(line: string): string[] {
  if (!line.includes("](") && !line.includes("]:")) return [];
  const text = line.includes("`") ? line.replace(/`[^`]*`/g, "") : line;
  const targets: string[] = [];
  let at = text.indexOf("](");
  for (; at !== -1 && targets.length < MAX_LINKS; at = text.indexOf("](", at + 2)) {
    targets.push(readTarget(text.slice(at + 2, at + 2 + MAX_TARGET_CHARACTERS)));
  }
  const definition = /^ {0,3}\[(?!\^)[^\]]{1,200}\]:[ \t]*(\S{1,500})/.exec(text)?.[1];
  if (definition !== undefined) targets.push(definition.replace(/^<(.*)>$/, "$1"));
  return targets.map(toPath).filter((path) => path !== "" && !isElsewhere(path));
}

/** The target of an inline link: in angle brackets, or up to a blank or the closing bracket. */
function readTarget(text: string): string {
  const start = text.trimStart();
  return (/^<([^>]*)>/.exec(start)?.[1] ?? /^[^\s)]*/.exec(start)?.[0] ?? "").trim();
}

function toPath(target: string): string {
  const path = target.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A web address, a mail address or a place-holder: no file of the package. */
function isElsewhere(path: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(path) || path.startsWith("//") || /[{}$<>*|]/.test(path);
}

interface Fault {
  code: IssueCode;
  message: string;
}

function findFault(path: string, found: FileFinder): Fault | null {
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  if (/^(?:[/\\~]|[a-z]:|file:)/i.test(path) || parts.includes("..")) {
    const message = `${quote(path)} does not lead from the skill root downwards; write a relative path without ".."`;
    return { code: "REFERENCE_ABSOLUTE", message };
  }
  const file = parts.join("/").normalize("NFC");
  const there = found.find(file);
  if (there === undefined) return { code: "FILE_NOT_FOUND", message: `${quote(path)} is not in the package` };
  return findSpelling(path, file, there) ?? findDepth(path, parts.length);
}

/** The file is there, and only a system that takes capitals or backslashes lightly finds it by what is written. */
function findSpelling(path: string, file: string, there: string): Fault | null {
  const faults = [
    ...(path.includes("\\") ? ["has a backslash where only a slash works everywhere"] : []),
    ...(there === file ? [] : ["has other capitals than the file"]),
  ];
  if (faults.length === 0) return null;
  const message = `${quote(path)} ${faults.join(" and ")}; write ${quote(there)}`;
  return { code: "REFERENCE_SPELLING", message };
}

function findDepth(path: string, parts: number): Fault | null {
  if (parts <= 2) return null;
  return { code: "REFERENCE_TOO_DEEP", message: `${quote(path)} is more than one directory deep` };
}

/** Finds files and folders of a package, by the exact name first, then by one that differs in capitals. */
class FileFinder {
  #names: Map<string, string> | undefined;

  constructor(readonly files: SkillFiles) {}

  find(path: string): string | undefined {
    if (path === "" || this.files.has(path)) return path;
    this.#names ??= this.#list();
    return this.#names.get(path) ?? this.#names.get(path.toLowerCase());
  }

  /** Files and their folders, under their own names and in small letters. */
  #list(): Map<string, string> {
    const names = new Map<string, string>();
    for (const file of this.files.keys()) {
      for (let end = file.length; end > 0; end = file.lastIndexOf("/", end - 1)) {
        const name = file.slice(0, end);
        names.set(name, name);
        if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
      }
    }
    return names;
  }
}
