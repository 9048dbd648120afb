import { sha256Hex } from "@/lib/kernel/digest";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { type PackageFile, comparePaths, readTextFile } from "@/lib/package";
import { PROMPT } from "@/lib/vetting/opinion/prompt";
import type { Picture } from "@/lib/vetting/facts/picture";
import type { VettingReport } from "@/lib/vetting/report";

const MOST_ROWS = 40;
const MOST_FINDINGS = 30;
const MAX_CHARACTERS = 300;

/** What a model is asked about a package, as the chat API takes it. */
export interface OpinionQuestion {
  readonly messages: readonly { readonly role: "system" | "user"; readonly content: string }[];
  /** `sha256:<hex>` of the canonical JSON of the messages: from equal packages come equal questions. */
  readonly digest: string;
  /** Paths of texts that the question does not show to their end. */
  readonly hidden: readonly string[];
}

/** The package to ask about, and what vetting saw in it. */
export interface AskedPackage {
  readonly name: string;
  readonly description: string;
  readonly files: readonly PackageFile[];
  readonly report: VettingReport;
}

/**
 * The question about a package: the fixed prompt, then the package as data. What strangers wrote stands in one JSON
 * value, so that no quote and no line of it can end it, between marks that are made of the package's own digest, which
 * no package can hold. Every part is bounded.
 */
export function writeQuestion({ name, description, files, report }: AskedPackage): OpinionQuestion {
  const mark = sha256Hex(report.packageDigest).slice(0, 32);
  const named = [...report.findings, ...report.picture.deeds].map(({ file }) => file);
  const { hidden, ...shown } = showFiles(files, named);
  const data = {
    name: cut(name),
    description: cut(description, 4 * MAX_CHARACTERS),
    declared_permissions: report.declaredPermissions && {
      ...report.declaredPermissions,
      envVars: report.declaredPermissions.envVars?.slice(0, MOST_ROWS).map((one) => cut(one)) ?? null,
    },
    findings: report.findings.slice(0, MOST_FINDINGS).map(({ code, severity, message, file, line }) => {
      return { code, severity, message: cut(message), file: cut(file), line };
    }),
    picture: showPicture(report.picture),
    ...shown,
  };
  const messages = [
    { role: "system" as const, content: PROMPT.replaceAll("MARK", mark) },
    { role: "user" as const, content: `BEGIN ${mark}\n${JSON.stringify(data)}\nEND ${mark}` },
  ];
  return { messages, digest: `sha256:${sha256Hex(toCanonicalJson(messages))}`, hidden };
}

function showPicture({ contacts, deeds, reads, runs, changes }: Picture) {
  const rows = (of: readonly object[]) =>
    of.slice(0, MOST_ROWS).map((row) => Object.fromEntries(Object.entries(row).map(cutMember)));
  return {
    contacts: rows(contacts),
    deeds: rows(deeds),
    reads: rows(reads),
    runs: rows(runs),
    changes: rows(changes),
  };
}

const cutMember = ([name, value]: [string, unknown]) => [
  name,
  typeof value === "string" ? cut(value) : value,
];

const cut = (text: string, most = MAX_CHARACTERS) => text.slice(0, most).toWellFormed();

const MAX_TEXT = 200_000;

const MAX_OF_SKILL_MD = 60_000;

const MAX_OF_FILE = 40_000;

const MAX_LINE = 1_000;

const MOST_PATHS = 200;

interface ShownFiles {
  /** With the number before each line. */
  files: { path: string; text: string }[];
  /** Files of which nothing, or not all, is shown. */
  not_shown: string[];
  not_shown_count: number;
}

interface Shown extends ShownFiles {
  /** Texts that are shown in part or not at all: padding that hides one is a reason to hold. */
  readonly hidden: readonly string[];
}

/**
 * The text of a package for a model to read, bounded as a whole, by file and by line: SKILL.md first, then the files
 * that vetting speaks of, then the others by path. What is left out is named.
 */
function showFiles(files: readonly PackageFile[], named: readonly string[]): Shown {
  const spoken = new Set(named);
  const rank = ({ path }: PackageFile) =>
    /(?:^|\/)SKILL\.md$/i.test(path) ? path.split("/").length : spoken.has(path) ? 1_000 : 2_000;
  const sorted = [...files].sort(
    (left, right) => rank(left) - rank(right) || comparePaths(left.path, right.path),
  );
  const shown: ShownFiles["files"] = [];
  const left: string[] = [];
  const hidden: string[] = [];
  let room = MAX_TEXT;
  for (const [place, { path, bytes }] of sorted.entries()) {
    const text = readTextFile(bytes);
    const read = numberLines(
      text ?? "",
      Math.min(Math.max(0, room), place === 0 ? MAX_OF_SKILL_MD : MAX_OF_FILE),
    );
    if (text !== null && room > 0) shown.push({ path, text: read.text });
    if (text === null || !read.isWhole) left.push(path);
    if (text !== null && !read.isWhole) hidden.push(path);
    room -= path.length + read.text.length;
  }
  return { files: shown, not_shown: left.slice(0, MOST_PATHS), not_shown_count: left.length, hidden };
}

function numberLines(text: string, most: number): { text: string; isWhole: boolean } {
  const lines = text.slice(0, most).split(/\r?\n/);
  const numbered = lines.map((line, place) => `${place + 1}| ${line.slice(0, MAX_LINE)}`).join("\n");
  return {
    text: numbered.slice(0, most).toWellFormed(),
    isWhole:
      text.length <= most && numbered.length <= most && lines.every(({ length }) => length <= MAX_LINE),
  };
}
