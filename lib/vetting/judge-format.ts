import { findNameIssue, isWindowsDevice } from "@/lib/package";
import {
  blockingReports,
  checkSkill,
  countCharacters,
  decideStatus,
  isKebabCase,
  isVersionTag,
  NAME_MAX_CHARACTERS,
  readingIssues,
  type CheckSkillInput,
  type Issue,
  type SkillCheck,
  type StatusDecision,
} from "@/lib/skill-format";

const MAX_VERSION_LENGTH = 64;
/** It stands in headers, names of files and addresses, where other scripts, quotes and slashes cannot, or say more. */
const WRITABLE_VERSION = /^[ !#-.0-[\]-~]*$/;
/** Indexed columns hold no more than a few kilobytes, and a category is a word or two. */
const MAX_CATEGORY_LENGTH = 100;
/** Neither PostgreSQL text nor jsonb holds a NUL or half a surrogate pair; YAML escapes can write both. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** What becomes of a package before vetting looks into its content. */
export interface FormatVerdict {
  check: SkillCheck;
  decision: StatusDecision;
  /** What refuses it, with its lines; empty unless it is rejected. */
  findings: Issue[];
  /** Says so where the name is that of a device, which no skill can have. */
  deviceFault: string | null;
}

/**
 * The one verdict on the format of a package, for whoever asks: the command, the check, the pages and each upload. The
 * files are those of a package that `lib/package` accepts. Never throws.
 */
export function judgeFormat(input: CheckSkillInput): FormatVerdict {
  // With all it says worked out, so that it can be copied from thread to thread.
  const check = { ...checkSkill(input) };
  const decision = decideStatus(check);
  const deviceFault = findDeviceIssue(check.manifest.slug);
  // The name and version of what cannot be read are no faults of their own.
  const unread = readingIssues(check);
  const unstorable = [
    ...findNameFaults(input),
    ...(unread.length > 0 ? [] : findStorageFaults(check, textOf(input))),
  ];
  if (decision.status !== "rejected" && deviceFault === null && unstorable.length === 0)
    return { check, decision, findings: [], deviceFault };
  const reasons = [
    ...(decision.status === "rejected" ? decision.reasons : []),
    ...(deviceFault === null ? [] : [deviceFault]),
    ...unstorable.map(({ path, message }) => `${path}: ${message}`),
    ...decision.reasons,
  ];
  return {
    check,
    decision: { ...decision, status: "rejected", autoConvert: false, reasons: [...new Set(reasons)] },
    findings: [...(unread.length > 0 ? unread : errorsOf(check)), ...unstorable],
    deviceFault,
  };
}

/**
 * What is wrong with a name that Windows takes for a device; null for any other. A skill is a folder of its name,
 * which could not be made there.
 */
export function findDeviceIssue(name: string): string | null {
  if (!isWindowsDevice(name)) return null;
  return `The name "${name}" is reserved: Windows calls a device so. Choose another one.`;
}

function errorsOf(check: SkillCheck): Issue[] {
  const issues = [...blockingReports(check), check.storeReport].flatMap((report) => report.issues);
  return issues.filter(({ severity }) => severity === "error");
}

/** Files of names that no package holds, as one that was stored before they were listed can have. */
function findNameFaults({ files }: CheckSkillInput): Issue[] {
  return [...files.keys()].flatMap((path): Issue[] => {
    const fault = findNameIssue(path);
    if (fault === null) return [];
    const message = `is not allowed in a package: "${fault.part}" ${fault.reason}`;
    return [{ dialect: "package", severity: "error", code: "PATH_UNSAFE", path, message }];
  });
}

function textOf({ files }: CheckSkillInput): string {
  const source = files.get("SKILL.md") ?? files.get("skill.md") ?? "";
  return typeof source === "string" ? source : new TextDecoder().decode(source);
}

/** What no dialect forbids and the store cannot keep all the same. */
function findStorageFaults({ manifest }: SkillCheck, skillMd: string): Issue[] {
  const faults: [string, string][] = [];
  if (!isKebabCase(manifest.slug) || countCharacters(manifest.slug) > NAME_MAX_CHARACTERS) {
    faults.push(["name", `must be a-z, 0-9 and single hyphens, at most ${NAME_MAX_CHARACTERS} characters`]);
  }
  if (manifest.version.raw.length > MAX_VERSION_LENGTH)
    faults.push(["version", `has more than ${MAX_VERSION_LENGTH} characters`]);
  if (!WRITABLE_VERSION.test(manifest.version.raw))
    faults.push([
      "version",
      "holds something else than ASCII letters, digits and signs, or a quote or slash",
    ]);
  if (isVersionTag(manifest.version.raw))
    faults.push([
      "version",
      `"${manifest.version.raw}" names no single version: state a number such as 1.0.0`,
    ]);
  if ((manifest.category ?? "").length > MAX_CATEGORY_LENGTH) {
    faults.push(["category", `has more than ${MAX_CATEGORY_LENGTH} characters`]);
  }
  if (UNSTORABLE.test(skillMd) || holdsUnstorable(manifest)) {
    faults.push(["frontmatter", "holds a NUL character or half of a surrogate pair, which no text may hold"]);
  }
  return faults.map(([path, message]): Issue => ({
    dialect: "package",
    severity: "error",
    code: "FIELD_FORMAT",
    path,
    message,
  }));
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === "string") return UNSTORABLE.test(value);
  if (Array.isArray(value)) return value.some(holdsUnstorable);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => UNSTORABLE.test(key) || holdsUnstorable(member));
}
