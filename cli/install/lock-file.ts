import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { describeInvalidMember } from "@/lib/kernel/json/describe-invalid-member";
import { checkPath, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { isKebabCase } from "@/lib/skill-format";
import { InputError } from "../command";
import { replaceFile } from "../files";
import { unreadable } from "../read-input";
import { SKILL_FOLDERS } from "./agents";
import { grantedSchema } from "./granted";

export const LOCK_FILE = "emporion.lock.json";

/**
 * 2 says which files may be run, 3 what was published as experience, 4 what was granted, and folders of more agents; what
 * older ones say is read as well.
 */
const VERSION = 4;
const MAX_SKILLS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_EXECUTABLES = SKILL_ARCHIVE_LIMITS.maxEntries;
/** Of more entries none is written down, so that all count as the user's own. */
export const MAX_ENTRIES = 1_000;
const WORD = /^[\w-]{1,64}$/;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

// A lock file comes with a project, so it is somebody else's word: nothing in it may lead outside the project.
const lockedSkill = z.strictObject({
  market: z.url({ protocol: /^https?$/ }),
  version: z.string().min(1).max(64),
  /** Of the published package; a verifier's seal is about the same digest. */
  packageDigest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  /** Who published it; none for a draft that nobody has claimed, and where the market did not say. */
  publisher: z.strictObject({ id: z.string().regex(WORD), name: z.string().regex(WORD) }).optional(),
  folders: z.array(z.enum(SKILL_FOLDERS)).min(1).max(SKILL_FOLDERS.length),
  files: z.record(
    z.string().refine((name) => checkPath(name) === null, "is not a path in a package"),
    sha256,
  ),
  /** Which of them may be run, which their digests leave out; none where the market did not say. */
  executables: z.array(z.string()).max(MAX_EXECUTABLES).optional(),
  /** Of SKILL.md without its stitched section; none where it was published without one. */
  unstitched: sha256.optional(),
  /** What was published as experience, an entry each; none where nothing was, or more than is written down. */
  experience: z
    .array(z.string().regex(/^[0-9a-f]{32}$/))
    .max(MAX_ENTRIES)
    .optional(),
  /** What was shown of it before it was installed; none where an older command installed it. */
  granted: grantedSchema.optional(),
});
const lockFile = z.strictObject({
  lockfileVersion: z.literal([1, 2, 3, VERSION]),
  skills: z
    .record(z.string().refine(isKebabCase, "is not a skill name"), lockedSkill)
    .refine((skills) => Object.keys(skills).length <= MAX_SKILLS, `holds more than ${MAX_SKILLS} skills`),
});

export type LockedSkill = z.infer<typeof lockedSkill>;

export interface Lock {
  skills: Record<string, LockedSkill>;
  /** The bytes it was read from; null when there was none. */
  source: Uint8Array | null;
}

/**
 * The lock file of a project; an empty one when there is none and `required` is not set.
 *
 * @throws InputError when it is missing or cannot be understood.
 */
export async function readLock(cwd: string, { required = false } = {}): Promise<Lock> {
  const file = path.join(cwd, LOCK_FILE);
  const source = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && !required) return null;
    if (error.code === "ENOENT")
      throw new InputError(`${LOCK_FILE}: there is none here; emporion add installs a skill and writes it`);
    throw unreadable(LOCK_FILE, error);
  });
  if (source === null) return { skills: byName({}), source };
  if (source.length > MAX_BYTES) throw new InputError(`${LOCK_FILE}: is too large`);
  const parsed = lockFile.safeParse(parse(source));
  if (parsed.success) return { skills: byName(parsed.data.skills), source };
  throw new InputError(`${LOCK_FILE}: ${describeShape(parsed.error)}; ${ANEW}`);
}

/** The first place that is not as the command writes it, and what is wrong there. */
function describeShape({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return "is not understood";
  const said = describeInvalidMember(issue);
  const isForm = issue.code === "invalid_format" && !said.startsWith("must be");
  const place = issue.path.join(".") || "the file";
  return `${place} ${isForm ? "is not written as emporion writes it" : said}`;
}

const ANEW = "take the file from version control again, or remove it";

/** A skill may be called what every object has: `constructor`. */
const byName = (skills: Record<string, LockedSkill>): Record<string, LockedSkill> =>
  Object.assign(Object.create(null) as Record<string, LockedSkill>, skills);

/** Writes the lock file whole; somebody else's change in the meantime is not overwritten. @throws InputError */
export async function writeLock(cwd: string, { skills, source }: Lock): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(skills).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  const text = `${JSON.stringify({ lockfileVersion: VERSION, skills: sorted }, null, 2)}\n`;
  if (source !== null && Buffer.from(source).toString() === text) return;
  await replaceFile(path.join(cwd, LOCK_FILE), text, source);
}

function parse(source: Buffer): unknown {
  const fault = findFault(source);
  if (fault !== null) throw new InputError(`${LOCK_FILE}: ${fault}`);
  const value = parseJson(source.toString());
  const version = versionOf(value);
  if (version !== null && version > VERSION)
    throw new InputError(
      `${LOCK_FILE}: was written by a newer emporion (version ${version} of the file, and this one knows ${VERSION}); install the newer one`,
    );
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${LOCK_FILE}: is not JSON; ${ANEW}`);
  }
}

/** What editors and version control do to a file, and what to do then. */
function findFault(source: Buffer): string | null {
  if (source.subarray(0, 3).equals(Buffer.from("\ufeff")))
    return "begins with a byte order mark; save it as UTF-8 without one";
  if (source[0] === 0xff || source[0] === 0xfe) return "is UTF-16; save it as UTF-8";
  if (/^(?:<{7}|={7}|>{7})/m.test(source.toString()))
    return "holds a conflict of two branches; take one side, then emporion add what the other had";
  return null;
}

function versionOf(value: unknown): number | null {
  const version = (value as { lockfileVersion?: unknown } | null)?.lockfileVersion;
  return typeof version === "number" ? version : null;
}
