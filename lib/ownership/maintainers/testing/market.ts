import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { acceptInvitation, inviteMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { publishVersion } from "@/lib/publishing/publish-version";
import { buildSkillPackage, getActorOf, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";

export const invite = (from: Actor, to: Actor, skill: string) =>
  inviteMaintainer({ actor: from, skill, username: to.username });

/** Invites somebody, who accepts. */
export async function letMaintain(owner: Actor, maintainer: Actor, skill: string): Promise<string> {
  const { maintainerId } = await invite(owner, maintainer, skill);
  await acceptInvitation({ actor: maintainer, maintainerId });
  return maintainerId;
}

/** An owner, the wallet that is paid, a published skill that costs 5000 lamports, and somebody who maintains it. */
export async function maintained({ lamports = 5000 }: { lamports?: number } = {}) {
  const [ann, bob] = [await makeAccount(), await makeAccount()];
  const [owner, maintainer] = [await getActorOf(ann.username), await getActorOf(bob.username)];
  const name = uniqueName();
  const paid = lamports === 0 ? {} : { paid: { lamports, payee: ann.address } };
  const { skillId, versionId } = await publishNow(buildSkillPackage({ name, ...paid }), owner);
  const maintainerId = await letMaintain(owner, maintainer, name);
  const wallets = { own: ann.address, theirs: bob.address };
  return { owner, maintainer, name, skillId, versionId, maintainerId, wallets };
}

/** A version that somebody publishes when all else has happened. */
export const late = (actor: Actor, name: string, version = "9.0.0") =>
  publishVersion({ actor, package: buildSkillPackage({ name, version }), source: "multipart" });

/** What the public log says of who maintains a skill: the kind of each entry and of whom it is, the oldest first. */
export async function logged(skillId: string): Promise<[string, string][]> {
  const entries = await database().logEntry.findMany({
    where: { subjectId: skillId, kind: { startsWith: "skill:maintainer" } },
    orderBy: { seq: "asc" },
  });
  return entries.map(({ kind, body }) => [
    kind,
    (JSON.parse(body) as { data: { maintainer: string } }).data.maintainer,
  ]);
}

/** How many places of a skill are taken. */
export const openOf = (skillId: string) =>
  database().skillMaintainer.count({ where: { skillId, openAccountId: { not: null } } });
