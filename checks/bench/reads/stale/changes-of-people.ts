import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { addDomain, checkDomain, removeDomain } from "@/lib/identity/domains/own-domains";
import { fakeDns } from "@/lib/identity/domains/testing/fake-lookup";
import { endMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { letMaintain } from "@/lib/ownership/maintainers/testing/market";
import { give } from "@/lib/ownership/transfers/testing/market";
import { completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { getActorOf, makeAccount, uniqueName } from "@/lib/testing/builders";
import type { Change, World } from "./world";

const reviewed = (name: string, rating: number, text: string): Change => ({
  name,
  act: ({ other: actor, name: skill }) => writeReview({ actor, skill, rating, text }),
});

async function reviewAndClose({ name: skill, ids }: World): Promise<void> {
  const { username } = await makeAccount();
  ids["reviewer"] = username;
  await writeReview({ actor: await getActorOf(username), skill, rating: 1, text: "Not for me." });
}

async function proveDomain({ owner, ids }: World): Promise<void> {
  const [dns, domain] = [fakeDns(), `${uniqueName("site")}.example`];
  await addDomain(owner, domain);
  dns.set(domain, owner.accountId);
  await checkDomain(owner, domain, { lookup: dns });
  ids["domain"] = domain;
}

async function renameOwner(world: World): Promise<void> {
  const username = uniqueName("somebody");
  await renameAccount(world.owner, username);
  world.owner = await getActorOf(username);
}

async function maintain({ owner, name, ids }: World): Promise<void> {
  const { username } = await makeAccount();
  ids["maintainer"] = await letMaintain(owner, await getActorOf(username), name);
}

async function transfer(world: World): Promise<void> {
  const heir = await getActorOf((await makeAccount()).username);
  await give(world.owner, heir, world.name);
  world.owner = heir;
}

async function draft({ draftName: name, ids }: World): Promise<void> {
  ids["claim"] = (await makeDraft({ name })).claim?.token ?? "";
}

async function claim(world: World): Promise<void> {
  const email = `${uniqueName("owner")}@example.com`;
  await requestClaim({ token: world.idOf("claim"), email, locale: "en" });
  await completeClaim(await tokenOf(email, "verify"));
}

const close = async (username: string) =>
  closeAccount(await getActorOf(username), { username, locale: "en" });

export const CHANGES_OF_PEOPLE: readonly Change[] = [
  reviewed("a review", 4, "It does what it says."),
  reviewed("a review written anew", 2, "It did."),
  { name: "a second review", act: reviewAndClose },
  { name: "a reviewer who closes the account", act: (world) => close(world.idOf("reviewer")) },
  { name: "a domain that is proven", act: proveDomain },
  { name: "a domain that is removed", act: ({ owner, ids }) => removeDomain(owner, ids["domain"] ?? "") },
  { name: "the owner's name", act: renameOwner },
  { name: "somebody who maintains it", act: maintain },
  {
    name: "somebody who maintains it no more",
    act: (world) => endMaintainer({ actor: world.owner, maintainerId: world.idOf("maintainer") }),
  },
  { name: "a draft of an agent", act: draft },
  { name: "a draft that is claimed", act: claim },
  { name: "another owner", act: transfer },
  { name: "an owner who closes the account", act: (world) => close(world.owner.username) },
];
