import type { Actor } from "@/lib/identity/actor";
import { acceptInvitation } from "@/lib/maintainers/accept-invitation";
import { inviteMaintainer } from "@/lib/maintainers/invite-maintainer";
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
