import { EXIT, type Command } from "../command";
import { findPlace } from "../install/find-project";
import { findExperience } from "../install/compare-installed";
import { LOCK_FILE, readLock } from "../install/lock-file";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";

const help = `Usage: emporion list [options]

Lists the skills that are installed in this project, as ${LOCK_FILE} names them:
version, publisher and folders, and those that have learned something here. No market
is asked.

  --format FORMAT   text (default), or json: one object a skill
  --global          what is installed for all projects of the user

Exit code: 0 always when the lock file can be read, 2 wrong usage, 3 there is none.`;

const OPTIONS = { format: { type: "string" }, global: { type: "boolean" } } as const;

/** `emporion list`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const format = chooseOption("format", values.format, ["text", "json"]);
    const project = await findPlace(values, context);
    const { skills } = await readLock(project, { required: true });
    for (const [name, locked] of Object.entries(skills)) {
      const { version, publisher, market, packageDigest, folders } = locked;
      const experience = await findExperience(project, name, locked);
      if (format === "json")
        printJson(context.stdout, {
          name,
          version,
          publisher: publisher?.name,
          market,
          packageDigest,
          folders,
          experience,
        });
      else {
        const by = publisher === undefined ? "" : ` by ${publisher.name}`;
        printLine(
          context.stdout,
          `${name} ${version}${by} -> ${folders.join(", ")}${experience.length > 0 ? ", with your own experience" : ""}`,
        );
      }
    }
    return EXIT.ok;
  },
};
