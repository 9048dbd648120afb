import { EXIT, UsageError, type Command } from "../command";
import { chooseOption, parseOptions } from "../parse-options";
import { printLine } from "../print-line";
import { verifyReceiptFile } from "../verify-receipt-file";
import { verifySealFile } from "../verify-seal-file";

const help = `Usage: emporion verify receipt FILE --key KEY [options]
       emporion verify seal FILE --verifier ADDRESS --package PACKAGE

Verifies a signed statement of a market without asking anybody, offline.

FILE is the envelope, or the whole answer of GET /v1/receipts/ID or GET
/v1/audits/ID, as JSON; - is standard input.

A receipt says that a price was paid, to whom, in which transaction, and that for it
a package was run on an input and gave an output. What is proven is the market's
signature, the form and the sums; look the transaction up on the chain it names.

  --key KEY          the market's public key: base58, or a PEM file. It comes from
                     you (GET /v1/keys), never from the receipt itself.
  --package PACKAGE  the receipt is for this package: sha256:…, a .skill archive or
                     a skill's directory
  --input FILE       the run was given this JSON
  --output FILE      the run gave this JSON

A seal says that a verifier has audited exactly these bytes. Whether the verifier is
enrolled, and has revoked nothing since, only the market can say.

  --verifier ADDRESS the verifier's Solana address
  --package PACKAGE  as above

  --format FORMAT    text (default), or json: the statement

Exit code: 0 verified, 1 not, 2 wrong usage, 3 a file cannot be read.`;

const OPTIONS = {
  key: { type: "string" },
  verifier: { type: "string" },
  package: { type: "string" },
  input: { type: "string" },
  output: { type: "string" },
  format: { type: "string" },
} as const;

/** `emporion verify`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, {
      min: 2,
      max: 2,
      name: "receipt or seal, and FILE",
    });
    const [kind, file = ""] = positionals;
    const format = chooseOption("format", values.format, ["text", "json"]);
    const { key, verifier, package: subject, input, output } = values;
    let verdict;
    if (kind === "receipt") {
      if (key === undefined) throw new UsageError("--key is missing");
      if (verifier !== undefined) throw new UsageError("--verifier is for seals");
      verdict = await verifyReceiptFile({ file, key, subject, input, output }, context);
    } else if (kind === "seal") {
      if (verifier === undefined || subject === undefined)
        throw new UsageError("--verifier or --package is missing");
      if (key !== undefined || input !== undefined || output !== undefined) {
        throw new UsageError("--key, --input and --output are for receipts");
      }
      verdict = await verifySealFile({ file, verifier, subject }, context);
    } else throw new UsageError(`receipt or seal is expected, not ${kind}`);
    if (!verdict.ok) {
      printLine(context.stderr, `not verified: ${verdict.reason}`);
      return EXIT.found;
    }
    if (format === "json") context.stdout.write(`${JSON.stringify(verdict.statement, null, 2)}\n`);
    else for (const line of verdict.lines) printLine(context.stdout, line);
    return EXIT.ok;
  },
};
