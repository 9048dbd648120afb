import type { Change, World } from "./world";
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
import {
  getActorOf,
  makeAccount,
  uniqueName,
  buildSkillPackage,
  publishNow,
  type SkillParts,
} from "@/lib/testing/builders";
import { audit, prepare, send, signatureOf, type Signer } from "@/checks/conformance/market/signers";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock } from "@/lib/kernel/clock";
import { decideCaution } from "@/lib/moderation/held";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { yankVersion } from "@/lib/publishing/yank-version";
import { replaceReplays } from "@/lib/running/examples/replay-repository";

const published = (name: string, parts: SkillParts | ((world: World) => SkillParts) = {}): Change => ({
  name,
  act: (world) => world.publish(typeof parts === "function" ? parts(world) : parts),
});
const priced = (lamports: number) => (world: World) => ({
  paid: { lamports, payee: world.owner.address ?? "" },
});
const text = (description: string) => ({
  type: "object",
  properties: { text: { type: "string", description } },
  required: ["text"],
});

/** The number of its version waits for an administrator. */
async function publishHeld(world: World): Promise<void> {
  const parts = { name: world.heldName, version: "1.0", frontMatter: { version: "1.0" } };
  const { versionId } = await publishNow(buildSkillPackage(parts), world.owner);
  await decideCaution({ actor: world.administrator, versionId, decision: "approve" });
}

async function rename(world: World): Promise<void> {
  const name = uniqueName("renamed");
  await askForName({ actor: world.owner, skill: world.name, name });
  world.name = name;
  await world.publish();
}

const replayed = (state: "proven" | "failing"): Change => ({
  name: `an example was replayed: ${state}`,
  act: ({ versionId }) => {
    const result = { state, matchRule: "exact", wallMs: 7, detail: null } as const;
    const replays = { results: [result], replayedAt: systemClock.now() };
    return inTransaction((db) => replaceReplays(db, versionId, replays));
  },
});

const CHANGES_OF_VERSIONS: readonly Change[] = [
  published("a new version"),
  published("a description", { description: "Says again what it was told." }),
  published("a category", { frontMatter: { category: "data" } }),
  published("tags", { frontMatter: { tags: ["repeating", "words"] } }),
  published("capabilities", { frontMatter: { capabilities: ["data_analysis"] } }),
  published("a licence", { frontMatter: { license: "Apache-2.0" } }),
  published("permissions", {
    frontMatter: { permissions: { network: true, filesystem: false, subprocess: false, env_vars: [] } },
  }),
  published("a schema", { frontMatter: { input_schema: text("What is to be said again") } }),
  published("examples", {
    frontMatter: { examples: [{ name: "bye", input: { text: "bye" }, output: { echo: "bye" } }] },
  }),
  published("files", { files: { "NOTES.md": "# Notes\n" } }),
  replayed("proven"),
  replayed("failing"),
  published("a price", priced(5_000)),
  published("another price", priced(7_000)),
  { name: "a doubtful version that is let in", act: publishHeld },
  { name: "a new name", act: rename },
  {
    name: "a version that is withdrawn",
    act: ({ owner: actor, name: skill, version }) =>
      yankVersion({ actor, skill, version, reason: "It is wrong." }),
  },
  // Else the skill were called as before, and nothing of what follows would be said of a version that is shown.
  published("a version after one that was withdrawn"),
];

const sealed = (name: string, which: 0 | 1 = 0): Change => ({
  name,
  act: async (world) => {
    world.ids["seal"] = (await audit(world.verifiers[which], world.versionId)).auditId;
  },
});

const challenged = (name: string): Change => ({
  name,
  onPageOnly: true,
  act: async ({ other, versionId, ids }) => {
    const claim = { accountId: other.accountId, versionId, claim: "It lies.", evidence: "Run it." };
    ids["challenge"] = (await openChallenge(claim)).challengeId;
  },
});

const decided = (decision: "upheld" | "rejected"): Change => ({
  name: `a challenge that is ${decision}`,
  ...(decision === "rejected" ? { onPageOnly: true } : {}),
  act: (world) => {
    const challengeId = world.idOf("challenge");
    return decideChallenge(world.administrator, { challengeId, decision, outcome: "As seen." });
  },
});

async function wantChanges({ verifiers, versionId }: World): Promise<void> {
  const verifier: Signer = verifiers[1];
  const prepared = await prepare(verifier, versionId, "changes_requested");
  await send(verifier, versionId, prepared, signatureOf(prepared, verifier.key));
}

async function lock({ deposit, owner, versionId }: World): Promise<void> {
  deposit.lock(owner.address ?? "");
  await deposit.observe(versionId);
}

async function withdraw({ deposit, versionId }: World): Promise<void> {
  deposit.withdraw();
  await deposit.observe(versionId);
}

const judged = (skill: World) => ({ actor: skill.administrator, skill: skill.name, reason: "It harms." });

const CHANGES_OF_TRUST: readonly Change[] = [
  { name: "a deposit", act: lock },
  { name: "a deposit that was taken back", act: withdraw },
  sealed("a seal"),
  { name: "a verifier who wants changes", act: wantChanges, onPageOnly: true },
  {
    name: "a seal that is revoked",
    act: ({ verifiers: [{ accountId }], ids }) =>
      revokeAudit({ accountId, auditId: ids["seal"] ?? "", reason: "I was wrong." }),
  },
  sealed("a seal again"),
  challenged("a challenge"),
  decided("rejected"),
  challenged("a second challenge"),
  decided("upheld"),
  sealed("a seal after an upheld challenge", 1),
  { name: "a quarantine", act: (world) => quarantineSkill(judged(world)) },
  { name: "a quarantine that ends", act: (world) => releaseSkill(judged(world)) },
];

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

const CHANGES_OF_PEOPLE: readonly Change[] = [
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

/** Each kind of change of what public reads show, in an order in which one skill can go through them all. */
export const CHANGES: readonly Change[] = [...CHANGES_OF_VERSIONS, ...CHANGES_OF_TRUST, ...CHANGES_OF_PEOPLE];
