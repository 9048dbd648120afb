import { stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "../command";
import table from "@/lib/conversion/agents.json";

/**
 * Agents that read skills from folders, one a row, with the page of its maker that says so (`source`). `signs` and
 * `userSigns` are what is there, in a project and in a user's home, where the agent is used.
 */
export type Agent = (typeof table)[number];

/** Where skills are installed: into a project, or for all that a user does. */
export type Scope = "project" | "user";

/** The folder that many agents share; it is used where none is found. */
export const SHARED_FOLDER = ".agents/skills";

export const AGENTS: readonly Agent[] = table;

/** Every folder a lock file may name, of a project and of a user. */
export const SKILL_FOLDERS: readonly string[] = [
  ...new Set(AGENTS.flatMap(({ project, user }) => [project, user])),
];

export const folderOf = (agent: Agent, scope: Scope): string =>
  scope === "user" ? agent.user : agent.project;

/** The folders of agents, each once. */
export const foldersOf = (agents: readonly Agent[], scope: Scope): string[] => [
  ...new Set(agents.map((agent) => folderOf(agent, scope))),
];

/** The agent that a name stands for, its own or one that others call it by. @throws UsageError */
export function readAgent(name: string): Agent {
  const agent = AGENTS.find((each) => each.name === name || each.also.some((other) => other === name));
  if (agent !== undefined) return agent;
  throw new UsageError(`--agent is one of ${AGENTS.map((each) => each.name).join(", ")}, not ${name}`);
}

/** The agents whose sign is in a directory: a project's, or the home of a user. */
export async function findAgents(directory: string, scope: Scope): Promise<Agent[]> {
  const found = await Promise.all(
    AGENTS.map(async ({ signs, userSigns }) => {
      const there = (scope === "user" ? userSigns : signs).map((sign) =>
        stat(path.join(directory, sign)).then(
          () => true,
          () => false,
        ),
      );
      return (await Promise.all(there)).includes(true);
    }),
  );
  return AGENTS.filter((_, index) => found[index]);
}

/** The titles of agents that read the shared folder of a scope, for those who look where a skill went. */
export const readersOfShared = (scope: Scope): string[] =>
  AGENTS.filter(
    (agent) => agent.readsShared && (scope === "project" || agent.user === SHARED_FOLDER),
  ).flatMap(({ name, title }) => (name === "agents" ? [] : [title]));
