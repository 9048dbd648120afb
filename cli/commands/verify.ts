import { EXIT, UsageError, type Command, type CommandContext } from "../command";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";
import type { FileVerdict } from "../verify/signed-file";
import { verifyLock } from "../verify/verify-lock";
import { verifyLogFile } from "../verify/verify-log-file";
import { verifyPackageFile } from "../verify/verify-package-file";
import { verifyProvenanceFile } from "../verify/verify-provenance-file";
import { verifyReceiptFile } from "../verify/verify-receipt-file";
import { verifySealFile } from "../verify/verify-seal-file";

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
