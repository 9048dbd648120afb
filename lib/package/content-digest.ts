import { createHash } from "node:crypto";
import { canonicalFileList } from "./package-digest";
import { readTextFile } from "./text-file";
import type { PackageFile } from "./types";

/** Of less, many have the same: a sentence, a template. */
const LEAST_CHARACTERS = 400;
const SKILL_FILE = /^skill\.md$/i;
/** Whoever takes a licence takes its text. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice)(?:[.-][^/]*)?$/i;
const FENCE = /^---[ \t]*$/m;

/**
 * What two packages have in common that differ in their names alone, as `sha256:<hex>`: all files, of SKILL.md what
 * stands behind the front matter, without the skill's own name and whichever line ends. Null for a package that holds
 * too little to be anybody's.
 */
export function contentDigest(files: readonly PackageFile[], name: string): string | null {
  const skillFile = files.find(({ path }) => SKILL_FILE.test(path));
  const others = files.filter((file) => file !== skillFile && !LICENCE.test(file.path));
  const body = withoutName(bodyOf(skillFile ? (readTextFile(skillFile.bytes) ?? "") : ""), name);
  const characters = body.length + others.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (characters < LEAST_CHARACTERS) return null;
  const hash = createHash("sha256").update(`${body}\0${canonicalFileList(others)}`);
  return `sha256:${hash.digest("hex")}`;
}

function bodyOf(text: string): string {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (!lines.startsWith("---")) return lines.trim();
  const from = lines.indexOf("\n") + 1;
  const end = FENCE.exec(lines.slice(from));
  return (end ? lines.slice(from + end.index + end[0].length) : lines).trim();
}

/** `pdf-tools`, "PDF Tools" and `pdf_tools` are one name. */
function withoutName(body: string, name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  if (words.join("").length < 3) return body;
  return body.replace(new RegExp(words.join("[-_ ]?"), "giu"), "");
}
