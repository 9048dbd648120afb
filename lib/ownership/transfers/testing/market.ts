import type { Actor } from "@/lib/identity/actor";
import { publishNow, buildSkillPackage, getActorOf, makeAccount, uniqueName } from "@/lib/testing/builders";
import { acceptTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";

/** Somebody with a wallet, as the actor of their session. */
export const somebody = async (): Promise<Actor> => getActorOf((await makeAccount()).username);

/** Two people, and a published skill of the first. */
export async function market() {
  const [ann, bob] = [await somebody(), await somebody()];
  const name = uniqueName();
  const { skillId, versionId } = await publishNow(buildSkillPackage({ name }), ann);
  return { ann, bob, name, skillId, versionId };
}

export const offer = (from: Actor, to: Actor, skill: string) =>
  offerTransfer({ actor: from, skill, to: to.username });
export const accept = (actor: Actor, transferId: string) => acceptTransfer({ actor, transferId });

/** Offers a skill and accepts it. */
export async function give(from: Actor, to: Actor, skill: string): Promise<void> {
  await accept(to, (await offer(from, to, skill)).transferId);
}

/** Publishes and vets another version. */
export const upload = (actor: Actor, name: string, version: string, files: Record<string, string> = {}) =>
  publishNow(buildSkillPackage({ name, version, files }), actor);
