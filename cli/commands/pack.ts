import path from "node:path";
import { isWindowsDevice } from "@/lib/package";
import { EXIT, InputError, type Command } from "../command";
import { judgeOpened, printReasons } from "../judge-opened";
import { openSkill } from "../open-skills";
import { printSent } from "../open-to-send";
import { parseOptions } from "../parse-options";
import { printLine, writeOutput } from "../print";
import { readToSend } from "../read-directory";
import { packFiles } from "../read-package";

const help = `Usage: emporion pack DIRECTORY [options]

Packs a skill's directory into a .skill archive (a ZIP with one root directory, named
like the skill) and prints its package digest. Equal files give an equal archive, which
is compressed only when it would be too large for an upload.

Left out: what tools leave behind, such as Thumbs.db, *.swp, venv and node_modules; every
other name that begins with a dot, but for a few harmless ones such as .gitignore and
.env.example; names that tools obey on sight, such as HEAD or mcp.json; what .gitignore
names, and what .emporionignore names, which is written like it, stands in the skill and
comes after it. Every file that is packed is listed,
and everything that is left out, with the reason. Links and names that do not work on
every system are refused, as a store would refuse them.

  --output FILE     where to write it; NAME.skill in the current directory if left
                    out
  --force           replace FILE when it exists
  --deflate         compress; smaller, but its bytes depend on the machine

Exit code: 0 packed, 1 packed, but no market would accept it, 2 wrong usage, 3 the
directory cannot be packed, or FILE not written.`;

const OPTIONS = {
  output: { type: "string" },
  force: { type: "boolean" },
  deflate: { type: "boolean" },
} as const;

/** `emporion pack`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "DIRECTORY" });
    const skill = await openSkill(positionals[0] ?? ".", cwd);
    if (skill.directory === undefined) throw new InputError(`${skill.label}: is not a directory`);
    const verdict = judgeOpened(skill);
    const { slug } = verdict.check.manifest;
    const root = isFileName(slug) ? slug : path.basename(skill.directory);
    const { files, leftOut } = await readToSend(skill.directory);
    const packed = packFiles(files, skill.label, {
      root,
      compression: values.deflate === true ? "deflate" : "store",
    });
    const output = values.output ?? `${root}.skill`;
    await writeOutput(output, packed.bytes, { cwd, force: values.force });
    printSent(packed.package, leftOut, { stderr });
    printLine(stdout, `${output}: files ${packed.package.files.length}, bytes ${packed.bytes.length}`);
    printLine(stdout, packed.package.digest);
    if (verdict.decision.status !== "approved")
      printLine(stderr, `as an upload, this would be: ${verdict.decision.status}`);
    printReasons(verdict.decision, stderr);
    return verdict.decision.status === "rejected" ? EXIT.found : EXIT.ok;
  },
};

function isFileName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text) && !isWindowsDevice(text);
}
