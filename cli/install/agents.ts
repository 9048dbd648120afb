import { stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "../command";

/** Agents that read skills from a folder of the project, and a folder that tells that one of them is used here. */
const AGENTS = {
  agents: { folder: ".agents/skills", sign: ".agents" },
  "claude-code": { folder: ".claude/skills", sign: ".claude" },
  codex: { folder: ".agents/skills", sign: ".codex" },
  cursor: { folder: ".cursor/skills", sign: ".cursor" },
  gemini: { folder: ".gemini/skills", sign: ".gemini" },
  openclaw: { folder: "skills", sign: ".openclaw" },
} as const;

type AgentName = keyof typeof AGENTS;

/** Every folder a lock file may name. */
export const SKILL_FOLDERS: readonly string[] = [
  ...new Set(Object.values(AGENTS).map(({ folder }) => folder)),
];

/**
 * The folders of the named agents, or of those that are used in this project; where there is none, the one all
 * can share.
 *
 * @throws UsageError for an agent that is not known.
 */
export async function chooseFolders(names: readonly string[], cwd: string): Promise<string[]> {
  const chosen = names.length > 0 ? names.map(readName) : await findAgents(cwd);
  const folders = chosen.map((name) => AGENTS[name].folder);
  return folders.length > 0 ? [...new Set<string>(folders)] : [AGENTS.agents.folder];
}

function readName(name: string): AgentName {
  if (Object.hasOwn(AGENTS, name)) return name as AgentName;
  throw new UsageError(`--agent is one of ${Object.keys(AGENTS).join(", ")}, not ${name}`);
}

async function findAgents(cwd: string): Promise<AgentName[]> {
  const names = Object.keys(AGENTS) as AgentName[];
  const found = await Promise.all(
    names.map((name) =>
      stat(path.join(cwd, AGENTS[name].sign)).then(
        (entry) => entry.isDirectory(),
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => found[index]);
}
