import { EXIT, UsageError, type Command, type CommandContext } from "../command";
import { ask, openAccount } from "../install/market";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";

const help = `Usage: emporion org [options]
       emporion org found NAME [options]
       emporion org members NAME [options]
       emporion org invite NAME USER --role ROLE [options]
       emporion org remove NAME USER [options]
       emporion org leave NAME USER [options]

An organisation owns skills, and its members act for it: an owner does everything, a
maintainer publishes, and money decides price and payee. Alone the command lists those
that you act for, and who invites you. With found you are the first owner of a new one;
ask somebody to be a second. Its name is a user name, for good.

Who is invited accepts within seven days, on the market's page; no program does. A key
invites and removes maintainers. Owners and money are invited, changed and removed by a
person on /dashboard/organisations, where the payee is set too. To leave, or to decline,
give your own user name. emporion publish --as NAME publishes for an organisation.

The API key is read from EMPORION_API_KEY; it goes to the market of EMPORION_MARKET and
to no other.

  --role ROLE        owner, maintainer or money; both of the last two if given twice
  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000

Exit code: 0 it is done, 2 wrong usage, 3 the market refuses.`;

const OPTIONS = { role: { type: "string", multiple: true }, market: { type: "string" } } as const;

type Market = ReturnType<typeof openAccount>;
type Stdout = CommandContext["stdout"];
interface Act {
  /** How many names follow. */
  names: number;
  run: (market: Market, names: readonly string[], roles: readonly string[], stdout: Stdout) => Promise<void>;
}

const end: Act["run"] = async (market, [name = "", username = ""], _, stdout) => {
  printLine(stdout, `${username}: ${await ask(market.organisations.end(name, username))}`);
};

const ACTS: Readonly<Record<string, Act>> = {
  list: {
    names: 0,
    async run(market, _, __, stdout) {
      const { organisations, invitations } = await ask(market.organisations.own());
      for (const { organisation, roles } of organisations)
        printLine(stdout, `${organisation}: ${roles.join(", ")}`);
      for (const { organisation, roles } of invitations)
        printLine(stdout, `${organisation}: invites you as ${roles.join(", ")}`);
    },
  },
  found: {
    names: 1,
    async run(market, [name = ""], _, stdout) {
      await ask(market.organisations.found(name));
      printLine(
        stdout,
        `${name}: founded; you are its owner. Invite a second one on /dashboard/organisations`,
      );
    },
  },
  members: {
    names: 1,
    async run(market, [name = ""], _, stdout) {
      const { members, invitations, needs_owner: needsOwner } = await ask(market.organisations.get(name));
      for (const { username, roles } of members) printLine(stdout, `${username}: ${roles.join(", ")}`);
      for (const { username, roles } of invitations)
        printLine(stdout, `${username}: invited as ${roles.join(", ")}`);
      if (needsOwner) printLine(stdout, "it has one owner: invite a second one");
    },
  },
  invite: {
    names: 2,
    async run(market, [name = "", username = ""], roles, stdout) {
      if (roles.length === 0) throw new UsageError("--role is missing: owner, maintainer or money");
      const until = await ask(market.organisations.invite(name, username, roles));
      printLine(
        stdout,
        `${username}: invited as ${roles.join(", ")}${until === null ? "" : ` until ${until}`}`,
      );
    },
  },
  remove: { names: 2, run: end },
  leave: { names: 2, run: end },
};

/** `emporion org`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 0, max: 3, name: "NAME" });
    const [word = "list", ...names] = positionals;
    const act = Object.hasOwn(ACTS, word) ? ACTS[word] : undefined;
    if (act === undefined) throw new UsageError(`there is no "org ${word}": ${Object.keys(ACTS).join(", ")}`);
    if (names.length !== act.names)
      throw new UsageError(`org ${word} takes ${act.names === 1 ? "one name" : `${act.names} names`}`);
    const { role: roles = [], market } = values;
    if (roles.length > 0 && word !== "invite") throw new UsageError("--role is for org invite alone");
    await act.run(openAccount(market, context), names, roles, context.stdout);
    return EXIT.ok;
  },
};
