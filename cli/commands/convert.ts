import { convertSkill, findConversionObstacle, writeConvertedArchive } from "@/lib/conversion/convert-skill";
import { checkSkill, CONVERSION_TARGETS, readTarget } from "@/lib/skill-format";
import { EXIT, UsageError, type Command } from "../command";
import { openPackage } from "../open-package";
import { parseOptions } from "../parse-options";
import { printLine, writeOutput } from "../print";

const help = `Usage: emporion convert PATH --platform NAME [options]

Converts a USK v3 skill for one platform, as a market does when the skill
is published: the platform's own files, a wrapper that runs the skill, INSTALL.md, and
the skill's own files with every byte as they are.

PATH is a skill's directory or a .skill archive.

  --platform NAME   one of ${CONVERSION_TARGETS.slice(0, 4).join(", ")},
                    ${CONVERSION_TARGETS.slice(4).join(", ")}; case, blanks and
                    hyphens do not count
  --out FILE        where to write it; NAME-PLATFORM.zip in the current directory if
                    left out
  --force           replace FILE when it exists

A skill is converted when it is USK v3, a command-line skill with stdin_stdout, has
no access to files, and names the platform or any.

Exit code: 0 converted, 1 it cannot be converted for this platform (the reason is on
stderr), 2 wrong usage, 3 the path cannot be read, or FILE not written.`;

const OPTIONS = {
  platform: { type: "string" },
  out: { type: "string" },
  force: { type: "boolean" },
} as const;

/** `emporion convert`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "PATH" });
    const given = positionals[0] ?? ".";
    if (values.platform === undefined) throw new UsageError("--platform is missing");
    const target = readTarget(values.platform);
    if (target === null)
      throw new UsageError(`--platform is one of ${CONVERSION_TARGETS.join(", ")}, not ${values.platform}`);
    const { files, digest } = await openPackage(given, { cwd, stderr });
    const { manifest } = checkSkill({ files: new Map(files.map(({ path: name, bytes }) => [name, bytes])) });
    const obstacle = findConversionObstacle({ manifest, files }, target);
    if (obstacle !== null) {
      printLine(stderr, `${given}: not converted for ${target}: ${obstacle}`);
      return EXIT.found;
    }
    const source = { manifest, files, version: manifest.version.raw, packageDigest: digest };
    const converted = convertSkill(source, target);
    const archive = await writeConvertedArchive(converted);
    const output = values.out ?? `${manifest.slug}-${target}.zip`;
    await writeOutput(output, archive, { cwd, force: values.force });
    printLine(stdout, `${output}: files ${converted.files.length}, bytes ${archive.length}`);
    return EXIT.ok;
  },
};
