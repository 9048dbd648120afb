import path from "node:path";
import { EXIT, type Command } from "../command";
import { openPackage } from "../open-package";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { unreadable } from "../read-input";
import { unpackInto } from "../files";

const help = `Usage: emporion unpack FILE [DIRECTORY]

Unpacks a .skill archive and prints its package digest. The archive is read as a
store reads it: nothing is written when any entry is unsafe, linked, encrypted, too
large, means two things, or has a name that tools obey on sight.

DIRECTORY must not exist, or be empty; left out, it is named like the archive's root
directory, or like the archive.

Exit code: 0 unpacked, 2 wrong usage, 3 the archive is refused, or DIRECTORY cannot
be written.`;

/** `emporion unpack`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { positionals } = parseOptions(args, {}, { min: 1, max: 2, name: "FILE" });
    const [file = "", directory] = positionals;
    const skill = await openPackage(file, { cwd, stderr });
    const target = directory ?? skill.rootDirectory ?? path.basename(file, path.extname(file));
    await unpackInto(path.resolve(cwd, target), skill).catch((error: unknown) => {
      throw unreadable(target, error);
    });
    printLine(stdout, `${target}: files ${skill.files.length}`);
    printLine(stdout, skill.digest);
    return EXIT.ok;
  },
};
