import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { versionClosed, versionWithdrawn } from "@/lib/registry/versions/find-version";
import { isClosedKind, readYankKind } from "@/lib/registry/versions/yank-kinds";
import { storeGitTree } from "./git-trees";
import { buildHistory, type History, type ServedVersion } from "./history";
import { selectGitVersions, type GitVersionRow } from "./repository";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

/** A skill as a repository that can be read. */
export interface OpenedHistory {
  skillId: string;
  history: History;
  /** Versions that are not given out any more. */
  withdrawn: readonly { version: string; reason: string }[];
}

/**
 * The repository of a skill, by its id or a name that it has or had: the versions that are published and not withdrawn.
 * Packs those that nobody asked for yet. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, FILES_NOT_GIVEN, VERSION_NOT_AVAILABLE or
 * VERSION_CLOSED where every version is withdrawn, and PACKAGE_CORRUPT.
 */
export async function openHistory(nameOrId: string): Promise<OpenedHistory> {
  const rows = await selectGitVersions(database(), nameOrId);
  const [first] = rows;
  if (first === undefined) return refuse(nameOrId);
  const served: ServedVersion[] = [];
  for (const row of rows) if (row.yankedAt === null) served.push({ ...row, treeId: await treeIdOf(row) });
  const taken = rows.filter(({ yankedAt }) => yankedAt !== null);
  const withdrawn = taken.map(({ version, yankReason }) => ({
    version,
    reason: yankReason ?? "no reason given",
  }));
  const history = buildHistory(served);
  if (history === null) throw refuseAll(nameOrId, taken.at(-1));
  return { skillId: first.skillId, history, withdrawn };
}

const treeIdOf = async (row: GitVersionRow): Promise<string> => row.treeId ?? (await storeGitTree(row));

function refuseAll(nameOrId: string, last: GitVersionRow | undefined): DomainError {
  const { version = "", yankReason: reason = null, yankKind = null } = last ?? {};
  return isClosedKind(yankKind)
    ? versionClosed(nameOrId, version, { kind: readYankKind(yankKind), reason })
    : versionWithdrawn(nameOrId, version, reason);
}

/** Says why there is nothing, as the page of the skill does. */
async function refuse(nameOrId: string): Promise<never> {
  assertFilesGiven(await getSkill(nameOrId));
  throw new DomainError("NOT_FOUND", `"${nameOrId}" has just changed. Ask again.`);
}
