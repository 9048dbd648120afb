import { UsageError, type CommandContext } from "../command";
import type { Person } from "../ask-person";
import { printLine } from "../print";
import {
  findAgents,
  folderOf,
  foldersOf,
  readAgent,
  readersOfShared,
  SHARED_FOLDER,
  type Agent,
  type Scope,
} from "./agents";
import { homeOf } from "./find-project";

interface Choice {
  /** Agents of the command line. */
  named: readonly string[];
  /** The project, or the user's home. */
  directory: string;
  scope: Scope;
  /** Who is asked; null where nobody is. */
  person: Person | null;
}

/**
 * The folders that a skill goes into: of the agents that are named, else of those that a person picks from the agents
 * found here and on this machine, else of those found here, else the folder that many share. Says on stderr who reads
 * that one, and which agents of this machine do not.
 *
 * @throws UsageError for an agent that is not known.
 */
export async function chooseFolders(
  { named, directory, scope, person }: Choice,
  context: CommandContext,
): Promise<string[]> {
  if (named.length > 0) return foldersOf(named.map(readAgent), scope);
  const home = homeOf(context);
  const here = await findAgents(directory, scope);
  const machine = home === null ? [] : await findAgents(home, "user");
  const chosen = person === null ? here : await askFor(person, { here, machine, scope });
  if (chosen.length > 0) return foldersOf(chosen, scope);
  printShared({ machine, scope }, context);
  return [SHARED_FOLDER];
}

interface Found {
  here: readonly Agent[];
  machine: readonly Agent[];
  scope: Scope;
}

/** Enter takes what is found here, or else on this machine. */
async function askFor(person: Person, { here, machine, scope }: Found): Promise<readonly Agent[]> {
  const others = machine.filter((agent) => !here.includes(agent));
  if (here.length + others.length === 0) return [];
  const usual = here.length > 0 ? here : others;
  const row = (agent: Agent) => `  ${agent.name.padEnd(12)} ${folderOf(agent, scope)}`;
  if (here.length > 0) person.say(["Agents found here:", ...here.map(row)]);
  if (others.length > 0) person.say(["Agents found on this machine:", ...others.map(row)]);
  const names = usual.map(({ name }) => name).join(", ");
  for (;;) {
    const answer = await person.ask(`For which agents? Names, or "all", or Enter for ${names}: `);
    if (answer === null || answer === "") return usual;
    if (answer === "all") return [...here, ...others];
    try {
      return answer.split(/[\s,]+/).map(readAgent);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      person.say([error.message.replace("--agent", "an agent")]);
    }
  }
}

function printShared({ machine, scope }: Omit<Found, "here">, { stderr }: CommandContext): void {
  const place = scope === "user" ? `~/${SHARED_FOLDER}` : SHARED_FOLDER;
  printLine(stderr, `no agent was found here; ${place} is read by ${readersOfShared(scope).join(", ")}`);
  const blind = machine.filter((agent) => !agent.readsShared);
  if (blind.length > 0)
    printLine(
      stderr,
      `found on this machine, and not reading it: ${blind.map(({ title }) => title).join(", ")}; ` +
        `--agent ${blind.map(({ name }) => name).join(" --agent ")} installs for them`,
    );
}
