import { lstat } from "node:fs/promises";
import path from "node:path";
import { type CommandContext, UsageError } from "../command";
import { printLine } from "../print";
import { findAgents, type Scope } from "./agents";
import { LOCK_FILE } from "./lock-file";
import { whileLocked } from "../lock-place";

/** The user's home; null where the environment names none. */
export function homeOf({ env }: Pick<CommandContext, "env">): string | null {
  const named = env["HOME"] ?? env["USERPROFILE"]; // Windows
  return named === undefined || named === "" ? null : path.resolve(named);
}

/**
 * Where a command works: the directory that is named, the user's home with `global`, where the lock file is of what is
 * installed for all projects, or else the project. @throws UsageError where `global` has no home, or a directory too
 */
export async function findPlace(
  { global = false, dir }: { global?: boolean | undefined; dir?: string | undefined },
  context: CommandContext,
): Promise<string> {
  if (!global) return dir === undefined ? findProject(context) : path.resolve(context.cwd, dir);
  if (dir !== undefined) throw new UsageError("--global and --dir name two places");
  const home = homeOf(context);
  if (home === null) throw new UsageError("--global needs a home directory: set HOME");
  return home;
}

/** What is installed in a user's home is for all their projects, however the command came there. */
export const scopeOf = (place: string, context: CommandContext): Scope =>
  place === homeOf(context) ? "user" : "project";

/**
 * The project that a command works on, and says which it is: the nearest directory upwards that has a lock file; without
 * one the nearest that is a repository or has an agent's folder, so that no second lock file begins below; else the
 * current one. Looked for no further than the repository, below the home directory, and never in a directory of another
 * user: what a stranger laid above must not decide what is installed.
 */
async function findProject(context: CommandContext): Promise<string> {
  const { cwd, stderr } = context;
  const home = homeOf(context);
  let found: { place: string; sign: string } | null = null;
  for (let place = cwd; ; place = path.dirname(place)) {
    if (place === home && place !== cwd) break; // the lock file there is the user's, of no project
    if (await isOwn(path.join(place, LOCK_FILE))) {
      found = { place, sign: `the ${LOCK_FILE}` };
      break;
    }
    const isRepository = await exists(path.join(place, ".git"));
    if (found === null && (await isOwn(place))) {
      const [agent] = isRepository ? [] : await findAgents(place, "project");
      if (isRepository || agent) found = { place, sign: agent ? `a folder of ${agent.title}` : "a .git" };
    }
    if (isRepository || place === home || place === path.dirname(place)) break;
  }
  if (found === null) return cwd;
  if (found.place !== cwd)
    printLine(stderr, `working on the project in ${found.place}, which has ${found.sign}`);
  return found.place;
}

async function isOwn(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  if (found === null) return false;
  const user = process.getuid?.();
  return user === undefined || user === 0 || found.uid === user;
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/**
 * Does the work while no other `emporion` installs or removes in this project: two at once would leave folders that no
 * lock file names. @throws InputError
 */
export const whileAlone = <T>(project: string, work: () => Promise<T>): Promise<T> =>
  whileLocked(
    project,
    {
      mark: path.join(project, `.${LOCK_FILE}.busy`),
      busy: `another emporion is installing in ${project}; run this again when it is done`,
    },
    work,
  );
