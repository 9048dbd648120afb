import { agrees, withPerson, type Person } from "../ask-person";
import { EXIT, type Command, type CommandContext } from "../command";
import { describeWarnings } from "../install/before-install";
import { findPlace, whileAlone } from "../install/find-project";
import { LOCK_FILE, readLock, type Lock } from "../install/lock-file";
import { ask, openNamed } from "../install/market";
import { findNewest } from "../install/newest";
import { parseOptions } from "../parse-options";
import { findPolicies, POLICY_HELP, POLICY_OPTION } from "../policy/find-policies";
import { printLine } from "../print";
import { install, type Checked, type Order } from "./add";

const help = `Usage: emporion update [NAME...] [options]

Installs the newest release of every skill of ${LOCK_FILE}, or of those that are
named, as add does, from the market it was installed from. Of one that was installed as
a pre-release, the highest pre-release above it. Each is shown before it is written, with
what changes: permissions, hosts, allowed-tools, audit, price and publisher.

One that asks for more trust, as it may do more, is audited less or costs more, is not
updated without a word: at a terminal you are asked about each; without one it is left
as it is, and named. The others are updated.

${POLICY_HELP}

  --global          what is installed for all projects of the user
  --yes             do not ask, and update also those that ask for more trust
  --force           as for add
  --accept-publisher NAME
                    as for add
  --policy FILE     a policy that holds too; may be given several times

Exit code: 0 all are the newest now, 1 one was left as it is: it asks for more trust, was
changed here, has another publisher, a policy refuses it, or no version is offered, 2
wrong usage, 3 there is no lock file, a market refuses, or a folder cannot be written.`;

const OPTIONS = {
  global: { type: "boolean" },
  yes: { type: "boolean" },
  force: { type: "boolean" },
  "accept-publisher": { type: "string", multiple: true },
  ...POLICY_OPTION,
} as const;

/** `emporion update`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 0, name: "NAME" });
    const { stdout, stderr } = context;
    const cwd = await findPlace({ global: values.global }, context);
    return withPerson(context, { mayAsk: values.yes !== true }, (person) =>
      whileAlone(cwd, async () => {
        const lock = await readLock(cwd, { required: true });
        const names = [...new Set(positionals.length > 0 ? positionals : Object.keys(lock.skills))];
        const missing = names.filter((name) => lock.skills[name] === undefined);
        for (const name of missing)
          printLine(stderr, `${name}: is not installed here; emporion list names what is`);
        if (missing.length > 0) return EXIT.found;
        const { words, gone, warnings } = await findNewer(names, lock, context);
        for (const line of warnings) printLine(stderr, line);
        for (const name of gone)
          printLine(
            stderr,
            `${name}: no version is offered; emporion outdated says why, remove ${name} removes it`,
          );
        const code = gone.length > 0 ? EXIT.found : EXIT.ok;
        if (words.length === 0) {
          if (gone.length === 0) printLine(stdout, `nothing to update: ${names.length} checked`);
          return code;
        }
        const order = {
          cwd,
          words,
          folders: [],
          lock,
          force: values.force === true,
          accepted: values["accept-publisher"] ?? [],
          policies: await findPolicies(cwd, values.policy ?? [], context),
          agree: (skills: readonly Checked[]) =>
            values.yes === true ? Promise.resolve(skills) : agreeToMore(skills, person, context),
        };
        return Math.max(code, await install(order, context));
      }),
    );
  },
};

/**
 * The skills of which there is another version than the one that is installed, those that no market offers, and what is
 * said against those that stay as they are.
 */
async function findNewer(
  names: readonly string[],
  { skills }: Lock,
  context: CommandContext,
): Promise<{ words: Order["words"]; gone: string[]; warnings: string[] }> {
  const words: Order["words"][number][] = [];
  const gone: string[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const locked = skills[name];
    if (locked === undefined) continue;
    const market = openNamed(locked.market, context);
    const newest = await ask(findNewest(market, name, locked.version));
    if (newest === null || newest.withdrawn) gone.push(name);
    else if (newest.version !== locked.version) words.push({ name, version: newest.version, market });
    else warnings.push(...describeWarnings(newest, locked.market));
  }
  return { words, gone, warnings };
}

/** Those that ask for no more trust than before, and those that a person agrees to. */
async function agreeToMore(
  skills: readonly Checked[],
  person: Person | null,
  { stderr }: CommandContext,
): Promise<readonly Checked[]> {
  const agreed: Checked[] = [];
  for (const skill of skills) {
    const { name, found, changes } = skill;
    const more = changes.filter(({ widens }) => widens).map(({ line }) => line);
    const isAgreed =
      more.length === 0 ||
      (person !== null && (await agrees(person, `${name} ${found.version} asks for more trust. Update it?`)));
    if (isAgreed) agreed.push(skill);
    else
      printLine(
        stderr,
        `${name} ${found.version}: was left out, it asks for more trust than the installed one: ${more.join("; ")}` +
          (person === null ? "; --yes updates it all the same" : ""),
      );
  }
  return agreed;
}
