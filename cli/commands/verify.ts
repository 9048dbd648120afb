import { EXIT, UsageError, type Command, type CommandContext } from "../command";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";
import { type FileVerdict, readPublicKey, readEnvelope, readPackageFacts } from "../verify/signed-file";
import { verifyLogFile } from "../verify/verify-log-file";
import { verifyReceiptFile } from "../verify/verify-receipt-file";
import { verifySealFile } from "../verify/verify-seal-file";
import { compareInstalled } from "../install/compare-installed";
import { findPlace } from "../install/find-project";
import { LINE_ENDS_REMEDY } from "../install/line-ends";
import { LOCK_FILE, readLock } from "../install/lock-file";
import { openEverything } from "../open-package";
import { openProvenance, type Provenance } from "@/lib/identity/workloads/provenance-statement";

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Verifies a package at hand against the digest a market names or a verifier has sealed. Every file of a directory
 * counts: compiled code in `__pycache__` runs in the place of the source beside it.
 *
 * @throws InputError when a file cannot be read, UsageError when the digest is none.
 */
async function verifyPackageFile(
  { file, digest, seal, verifier }: PackageQuestion,
  context: CommandContext,
): Promise<FileVerdict> {
  if (digest !== undefined && !DIGEST.test(digest))
    throw new UsageError(`--digest is sha256: and 64 hexadecimal digits, not ${digest}`);
  const found = (await openEverything(file, context.cwd)).digest;
  if (digest !== undefined && found !== digest)
    return {
      ok: false,
      reason: `the package has the digest ${found}, not ${digest}; every file counts, also in __pycache__ and .git`,
    };
  if (seal === undefined || verifier === undefined)
    return { ok: true, statement: { package: found }, lines: [`verified: ${found}`] };
  const verifierAddress = await readPublicKey(verifier, context.cwd);
  return verifySealFile({ file: seal, verifier: verifierAddress, subject: file }, context);
}

interface PackageQuestion {
  /** Archive or directory. */
  file: string;
  digest?: string | undefined;
  /** Envelope of a verifier's statement, or the answer of GET /v1/audits/ID. */
  seal?: string | undefined;
  verifier?: string | undefined;
}

const help = `Usage: emporion verify [lock]
       emporion verify receipt FILE --key KEY [options]
       emporion verify seal FILE --verifier ADDRESS --package PACKAGE [--base PACKAGE]
       emporion verify package PACKAGE --digest DIGEST
       emporion verify package PACKAGE --seal FILE --verifier ADDRESS
       emporion verify provenance FILE --key KEY --package PACKAGE
       emporion verify log FILE|URL --key KEY [--witness KEY] [--checkpoint FILE]

Verifies what is installed, and what a market has signed, offline, without asking
anyone.

Without arguments, or with lock, every file of every installed skill is compared with
emporion.lock.json: one changed byte, one missing and one added file are found.
A file of which only the line ends differ, or a byte order mark, is told from one whose
text was changed. What tools leave behind when a skill is used (Thumbs.db, *.swp, caches)
is passed over, unless it is a file that may be run, or compiled Python without its
source; a folder of it in which something may be run, such as node_modules or .venv, is
named, as nobody has verified it. What a skill has learned here is yours, not the
publisher's: an evolution.json that can be understood, and the section of SKILL.md that
stitch wrote. Both are named ("with your own experience"), and nobody has verified them.

FILE is the envelope, or the whole answer of GET /v1/receipts/ID, GET
/v1/audits/ID or GET /v1/skills/NAME/provenance, as JSON; - is standard input.

A receipt says that a price was paid, to whom, in which transaction, and that for it
a package was run on an input and gave an output. What is proven is the market's
signature, the form and the sums; look the transaction up on the chain it names.

  --key KEY          the market's public key: base58, or a PEM file. It comes from
                     you (GET /v1/keys), never from the receipt itself.
  --package PACKAGE  the receipt is for this package: sha256:…, a .skill archive or
                     a skill's directory
  --input FILE       the run was given this JSON
  --output FILE      the run gave this JSON

A seal says what a verifier has read of exactly these bytes: every file, or what changed
since another sealed version. Whether the verifier is enrolled, has revoked nothing since,
and the seal that it rests on is in force, only the market can say.

  --verifier ADDRESS the verifier's Solana address
  --package PACKAGE  as above
  --base PACKAGE     the package whose changes were read: lists them, and compares them
                     with what was signed

A package is compared with a digest, with a seal, or with both. One changed byte in
one file is enough to fail.

  --digest DIGEST    sha256:… as the market names it
  --seal FILE        a verifier's statement, as above

A provenance says which job of which repository sent a package to the market, by a token
that its CI had signed. It takes --key and --package, as above.

A log is verified as a whole: each entry is hashed again, and the root that comes out
must be the one the market has signed. FILE is the answer of GET /v1/log/entries with
all entries; a URL is the address of a market, from which all pages are fetched.

  --key KEY          as above
  --witness KEY      the checkpoint is cosigned by this witness: NAME+HASH+KEY
  --checkpoint FILE  hold the entries against this checkpoint, not the log's own

  --format FORMAT    text (default), or json: the statement
  --global           what is installed for all projects of the user

Exit code: 0 verified, 1 not, 2 wrong usage, 3 a file cannot be read.`;

const OPTIONS = {
  key: { type: "string" },
  verifier: { type: "string" },
  package: { type: "string" },
  base: { type: "string" },
  digest: { type: "string" },
  seal: { type: "string" },
  input: { type: "string" },
  output: { type: "string" },
  witness: { type: "string" },
  checkpoint: { type: "string" },
  format: { type: "string" },
  global: { type: "boolean" },
} as const;

type Values = { global?: boolean } & Partial<Record<Exclude<keyof typeof OPTIONS, "global">, string>>;
type Kind = "lock" | "receipt" | "seal" | "package" | "provenance" | "log";

const ALLOWED: Readonly<Record<Kind, readonly (keyof Values)[]>> = {
  lock: ["format", "global"],
  receipt: ["key", "package", "input", "output", "format"],
  seal: ["verifier", "package", "base", "format"],
  package: ["digest", "seal", "verifier", "format"],
  provenance: ["key", "package", "format"],
  log: ["key", "witness", "checkpoint", "format"],
};
const OWNER: Partial<Record<keyof Values, string>> = {
  verifier: "seals",
  base: "seals",
  key: "receipts",
  input: "receipts",
  witness: "logs",
  checkpoint: "logs",
  output: "receipts",
  global: "what is installed",
};

/** `emporion verify`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, {
      min: 0,
      max: 2,
      name: "receipt, seal, package, provenance or log, and FILE",
    });
    const [kind = "lock", file = ""] = positionals;
    if (!isKind(kind))
      throw new UsageError(`lock, receipt, seal, package, provenance or log is expected, not ${kind}`);
    if ((positionals.length === 2) !== (kind !== "lock"))
      throw new UsageError(kind === "lock" ? "lock takes no FILE" : "FILE is missing");
    const format = chooseOption("format", values.format, ["text", "json"]);
    const verdict = await verify(kind, file, values, context);
    if (!verdict.ok) {
      printLine(context.stderr, `not verified: ${verdict.reason}`);
      return EXIT.found;
    }
    if (format === "json") printJson(context.stdout, verdict.statement, 2);
    else for (const line of verdict.lines) printLine(context.stdout, line);
    return EXIT.ok;
  },
};

function verify(kind: Kind, file: string, values: Values, context: CommandContext): Promise<FileVerdict> {
  const { key, verifier, package: subject, base, digest, seal, input, output, witness, checkpoint } = values;
  switch (kind) {
    case "lock":
      assertAllowed(kind, values);
      return verifyLock(context, { global: values.global });
    case "receipt":
      if (key === undefined) throw new UsageError("--key is missing");
      assertAllowed(kind, values);
      return verifyReceiptFile({ file, key, subject, input, output }, context);
    case "seal":
      if (verifier === undefined || subject === undefined)
        throw new UsageError("--verifier or --package is missing");
      assertAllowed(kind, values);
      return verifySealFile({ file, verifier, subject, base }, context);
    case "package":
      assertAllowed(kind, values);
      if (digest === undefined && seal === undefined)
        throw new UsageError("--digest or --seal is missing: compare the package with something");
      if ((seal === undefined) !== (verifier === undefined))
        throw new UsageError("--seal and --verifier belong together");
      return verifyPackageFile({ file, digest, seal, verifier }, context);
    case "provenance":
      if (key === undefined || subject === undefined) throw new UsageError("--key or --package is missing");
      assertAllowed(kind, values);
      return verifyProvenanceFile({ file, key, subject }, context);
    case "log":
      if (key === undefined) throw new UsageError("--key is missing");
      assertAllowed(kind, values);
      return verifyLogFile({ source: file, key, witness, checkpoint }, context);
  }
}

function assertAllowed(kind: Kind, values: Values): void {
  const given = Object.keys(values) as (keyof Values)[];
  const wrong = given.find((name) => values[name] !== undefined && !ALLOWED[kind].includes(name));
  if (wrong === undefined) return;
  const owner = OWNER[wrong];
  throw new UsageError(owner === undefined ? `--${wrong} is not for ${kind}` : `--${wrong} is for ${owner}`);
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(ALLOWED, kind);
}

/**
 * Compares every file of every installed skill with the lock file, offline: changed, missing and added files are found, and
 * files of which only the line ends differ are told from those whose text was changed. What tools leave behind when a skill
 * runs is passed over, but for compiled Python without its source; a folder of it in which something may be run is named.
 * What a skill has learned here is the user's own, and named.
 *
 * @throws InputError when there is no lock file or it cannot be understood.
 */
async function verifyLock(
  context: CommandContext,
  place: { global?: boolean | undefined } = {},
): Promise<FileVerdict> {
  const cwd = await findPlace(place, context);
  const { skills } = await readLock(cwd, { required: true });
  const differences: string[] = [];
  const lineEnds: string[] = [];
  const passedOver: { skill: string; folder: string; folders: string[] }[] = [];
  const experience: { skill: string; folder: string; files: string[] }[] = [];
  const lines: string[] = [];
  for (const [name, locked] of Object.entries(skills)) {
    lines.push(`verified: ${name} ${locked.version} ${locked.packageDigest}`);
    for (const folder of locked.folders) {
      const compared = await compareInstalled(cwd, folder, name, locked);
      differences.push(...compared.differences);
      lineEnds.push(...compared.lineEnds);
      if (compared.passedOver.length > 0) {
        passedOver.push({ skill: name, folder, folders: compared.passedOver });
        lines.push(
          `  ${folder}: beside what was published, and not verified, although something in it may be run: ${compared.passedOver.join(", ")}`,
        );
      }
      if (compared.own.length === 0) continue;
      experience.push({ skill: name, folder, files: compared.own });
      lines.push(`  ${folder}: with your own experience, which nobody published: ${compared.own.join(", ")}`);
    }
  }
  if (lineEnds.length > 0) lineEnds.push(LINE_ENDS_REMEDY);
  const reasons = [...differences, ...lineEnds];
  const statement = { lock: LOCK_FILE, skills: Object.keys(skills), experience, passedOver };
  return reasons.length === 0 ? { ok: true, statement, lines } : { ok: false, reason: reasons.join("; ") };
}

/**
 * Verifies that a market has signed which job of which repository a package came from. What that says is said: the market
 * has checked the CI's token, and has not compared the files with the repository.
 *
 * @throws InputError when a file cannot be read.
 */
async function verifyProvenanceFile(
  { file, key: given, subject }: { file: string; key: string; subject: string },
  context: CommandContext,
): Promise<FileVerdict> {
  const key = await readPublicKey(given, context.cwd);
  const said = openProvenance(await readEnvelope(file, context), key);
  if (said === null)
    return { ok: false, reason: "this key has signed nothing in it about where a package came from" };
  const { packageDigest: digest } = await readPackageFacts(subject, context.cwd);
  if (digest !== said.packageDigest)
    return { ok: false, reason: `it is for the package ${said.packageDigest}, not ${digest}` };
  return { ok: true, statement: said, lines: describe(said, key) };
}

function describe(said: Provenance, key: string): string[] {
  return [
    `verified: signed by ${key}`,
    `skill        ${said.slug}@${said.version}`,
    `package      ${said.packageDigest}`,
    `repository   ${said.repositoryUrl} (${said.repositoryId})`,
    `commit       ${said.commit}, ${said.ref}`,
    `workflow     ${said.workflow}${said.environment === null ? "" : `, environment ${said.environment}`}, started by ${said.event}`,
    `run          ${said.runUrl}`,
    `issuer       ${said.issuer}`,
    `received     ${said.receivedAt}`,
    said.namesPackage
      ? "The CI's own signature named this package. Nobody has compared its files with the repository."
      : "The market says that this job sent this package. Nobody has compared its files with the repository.",
  ];
}
