import packageJson from "@/package.json";
import { EXIT, InputError, UsageError, type CommandContext } from "./command";
import { COMMANDS } from "./commands";
import { printLine } from "./print";

const WIDTH = 16;

/**
 * The programs that two documents name, each as a command line here: `skills-ref` of Agent Skills (its own word may
 * stand before a command), and the scripts of Skill Metadata §5 and §7; and the verbs that people know from elsewhere.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  "skills-ref": [],
  validate_metadata: ["validate", "--format", "metadata"],
  smart_stitch: ["stitch"],
  align_all: ["align"],
  install: ["add"],
  uninstall: ["remove"],
  ls: ["list"],
  upgrade: ["update"],
};

/** The manual page of the whole program. */
export const MANUAL = `Usage: emporion COMMAND [arguments]

Checks, packs, verifies and installs skills for AI agents. Everything runs on this machine
except check-source, verify log URL and the commands marked (market).

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(WIDTH)}  ${summary}`)
  .join("\n")}

  skills-ref COMMAND, validate_metadata, smart_stitch and align_all, as the documents of
  Agent Skills and Skill Metadata call them, are COMMAND, validate --format metadata,
  stitch and align. install, uninstall, ls and upgrade are add, remove, list and update.

  emporion COMMAND --help   help for a command
  emporion --version        print the version

Results go to stdout, everything else to stderr. Exit codes of every command: 0 the
answer is yes, 1 the answer is no (invalid, refused, not verified), 2 the command
line is not valid, 3 something cannot be read or written.`;

/** What other programs of this kind call a command of ours. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  i: "add",
  get: "add",
  rm: "remove",
  delete: "remove",
  check: "validate",
  lint: "validate",
  scan: "vet",
  audit: "vet",
  find: "search",
  run: "call",
  push: "publish",
  unpublish: "yank",
};

/** Runs one command line, without the name of the program; gives the exit code. Never throws what it foresees. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const [name = "", ...rest] = withoutAlias(args);
  if (name === "--version") return say(packageJson.version, context);
  if (name === "--help" || name === "-h" || (name === "help" && rest.length === 0))
    return say(MANUAL, context);
  const asked = name === "help" ? (rest[0] ?? "") : name;
  const entry = Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined;
  if (entry === undefined) {
    const message = asked === "" ? "no command given" : `unknown command ${asked}`;
    const meant = Object.hasOwn(ELSEWHERE, asked) ? ` Did you mean emporion ${ELSEWHERE[asked]}?` : "";
    return complain(`emporion: ${message}.${meant} See emporion --help.`, EXIT.usage, context);
  }
  const { command } = await entry.load();
  if (name === "help" || asksForHelp(rest)) return say(command.help, context);
  try {
    return await command.run(rest, context);
  } catch (error) {
    if (error instanceof UsageError) {
      return complain(
        `emporion ${name}: ${error.message}. See emporion ${name} --help.`,
        EXIT.usage,
        context,
      );
    }
    if (error instanceof InputError) return complain(error.message, EXIT.input, context);
    throw error;
  }
}

function withoutAlias([first = "", ...rest]: readonly string[]): readonly string[] {
  const alias = Object.hasOwn(ALIASES, first) ? ALIASES[first] : undefined;
  return alias === undefined ? [first, ...rest] : [...alias, ...rest];
}

/** Behind `--` everything is a path. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).some((each) => each === "--help" || each === "-h");
}

function say(text: string, { stdout }: CommandContext): number {
  stdout.write(`${text}\n`);
  return EXIT.ok;
}

function complain(text: string, code: number, { stderr }: CommandContext): number {
  printLine(stderr, text);
  return code;
}
