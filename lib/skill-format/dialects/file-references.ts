import { quote } from "../fields";
import type { IssueCode } from "../issues/issue";
import type { SkillFiles } from "../types";
import type { Check } from "./dialect";

/** Links looked at: more findings than this help nobody, and a body of links alone must not take long. */
const MAX_LINKS = 500;
const MAX_TARGET_CHARACTERS = 500;

/**
 * R-004-29, 30: links of the body lead to files of the package, by a path relative to the skill root, at
 * most one directory deep. Warnings only.
 */
export const checkFileReferences: Check = (view, report) => {
  if (!view.body.includes("](") && !view.body.includes("]:")) return;
  const seen = new Set<string>();
  for (const { text, line } of view.outline().prose) {
    for (const target of listTargets(text)) {
      if (seen.has(target)) continue;
      seen.add(target);
      const fault = findFault(target, view.files);
      if (fault !== null) report({ severity: "warning", path: "body", line, ...fault });
      if (seen.size >= MAX_LINKS) return;
    }
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
  const definition = /^ {0,3}\[[^\]]{1,200}\]:[ \t]*(\S{1,500})/.exec(text)?.[1];
  if (definition !== undefined) targets.push(definition.replace(/^<(.*)>$/, "$1"));
  return targets.map(toPath).filter((path) => path !== "" && !isElsewhere(path));
}

/** The target of an inline link: in angle brackets, or up to a blank or the closing bracket. */
function readTarget(text: string): string {
  const start = text.trimStart();
  return (/^<([^>]*)>/.exec(start)?.[1] ?? /^[^\s)]*/.exec(start)?.[0] ?? "").trim();
}

function toPath(target: string): string {
  const path = target.replace(/[?#].*$/, "");
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

function findFault(path: string, files: SkillFiles): { code: IssueCode; message: string } | null {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (/^(?:[/\\~]|[a-z]:|file:)/i.test(path) || parts.includes("..")) {
    const message = `${quote(path)} does not lead from the skill root downwards; write a relative path without ".."`;
    return { code: "REFERENCE_ABSOLUTE", message };
  }
  const file = parts.join("/");
  if (!files.has(file) && !isDirectory(file, files)) {
    return { code: "FILE_NOT_FOUND", message: `${quote(path)} is not in the package` };
  }
  if (parts.length > 2) {
    return { code: "REFERENCE_TOO_DEEP", message: `${quote(path)} is more than one directory deep` };
  }
  return null;
}

function isDirectory(path: string, files: SkillFiles): boolean {
  const prefix = path === "" ? "" : `${path}/`;
  for (const name of files.keys()) if (name.startsWith(prefix)) return true;
  return false;
}
