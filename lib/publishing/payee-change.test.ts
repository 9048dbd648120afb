import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { completeAgentClaim } from "@/lib/publishing/drafts/complete-claim";
import { mailsTo, makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { CONFIRMED_FOR_MINUTES, holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { drainJobs } from "@/lib/platform/jobs/work";
import { listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { previewVersion } from "@/lib/publishing/preview-version";
import { publishVersion, runVetting } from "@/lib/publishing/publish-version";
import { buildSkillPackage, getActorOf, newAddress, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

const longAgo = () => new Date(Date.now() - CONFIRMED_FOR_MINUTES * 60_000);

let owner: Actor;
let email: string;
/** Two wallets of the owner's account. */
let [first, second] = ["", ""];
let name: string;
beforeEach(async () => {
  ({ actor: owner, email } = await mailOwner());
  [first, second] = [await addWallet(owner.accountId), await addWallet(owner.accountId)];
  name = uniqueName();
});

async function addWallet(accountId: string): Promise<string> {
  const address = newAddress();
  await database().wallet.create({ data: { address, accountId } });
  return address;
}

/** A version that pays this wallet, or a free one. */
const version = (number: string, payee: string | null) =>
  buildSkillPackage({
    name,
    version: number,
    ...(payee === null ? {} : { paid: { lamports: 5000, payee } }),
  });
const upload = (actor: Actor, number: string, payee: string | null) =>
  publishVersion({ actor, package: version(number, payee), source: "page" });
const vet = () => drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
const publish = async (...given: Parameters<typeof upload>) => {
  const published = await upload(...given);
  await vet();
  return published;
};

const stale = () => getActorOf(owner.username, longAgo());
const program = async () => authenticateApiKey((await createApiKey(owner, "agent")).key);
const told = async () =>
  (await mailsTo(email)).map(({ subject }) => subject).filter((each) => each.includes("pays"));
const count = () => database().skillVersion.count({ where: { skill: { slug: name } } });

describe("in a session", () => {
  test("another wallet is paid only by who has just proven to be the person, and the owner is told", async () => {
    await publish(owner, "1.0.0", first);
    await expect(upload(await stale(), "2.0.0", second)).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
    expect(await count()).toBe(1);
    expect(await told()).toEqual([]);
    const { versionId } = await publish(owner, "2.0.0", second);
    expect(await told()).toEqual([`${name} 2.0.0 pays a different wallet`]);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain(`paid to the wallet ${second},`);
    expect(mail?.text).toContain(`/publish/${versionId}\n`);
    expect((await listAccessChanges(owner.accountId))[0]).toMatchObject({
      change: "payee-changed",
      what: second,
      skill: `${name} 2.0.0`,
      by: "password",
    });
  });

  test("a session that was ended meanwhile changes nobody's pay", async () => {
    await publish(owner, "1.0.0", first);
    await database().account.update({
      where: { id: owner.accountId },
      data: { sessionVersion: { increment: 1 } },
    });
    await expect(upload(owner, "2.0.0", second)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  });

  test("an old session publishes a first version, the same payee and what is free, and nobody is told", async () => {
    await publish(await stale(), "1.0.0", first);
    await publish(await stale(), "1.0.1", first);
    await publish(await stale(), "2.0.0", null);
    expect([await count(), await told()]).toEqual([3, []]);
  });

  test("a free version between two payees hides nothing, and a skill that was free pays nobody unasked", async () => {
    await publish(owner, "1.0.0", first);
    await publish(owner, "2.0.0", null);
    await expect(upload(await stale(), "3.0.0", second)).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
    await publish(owner, "3.0.0", second);
    expect(await told()).toEqual([`${name} 3.0.0 pays a different wallet`]);
  });

  test("a version that is still being vetted counts as the one before", async () => {
    await upload(owner, "1.0.0", first);
    await expect(upload(await stale(), "1.0.1", second)).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
    await upload(await stale(), "1.0.1", first);
  });
});

describe("of a program", () => {
  test("an upload with a key that pays another wallet is told, and says which key it was", async () => {
    const agent = await program();
    await publish(agent, "1.0.0", first);
    await publish(agent, "1.0.1", first);
    expect(await told()).toEqual([]);
    await publish(agent, "2.0.0", second);
    expect(await told()).toEqual([`${name} 2.0.0 pays a different wallet`]);
    const [mail] = await mailsTo(email);
    const key = agent.apiKey?.prefix.replace(/^sk_/, "");
    expect(mail?.text).toContain(`by a program with the API key ${key}….`);
  });

  test("an upload of an agent of the account is told with the agent's name", async () => {
    const address = `${uniqueName("owner")}@example.org`;
    const draft = await makeDraft({ name, contactEmail: address });
    const { username } = await completeAgentClaim(await tokenOf(address, "claim-agent"));
    const { accountId } = await getActorOf(username);
    const payee = await addWallet(accountId);
    const secret = draft.agent.secret ?? "";
    await makeDraft({ package: version("9.0.0", payee), agentHeader: draft.agent.name, secret });
    const [mail] = await mailsTo(address);
    expect(mail?.subject).toBe(`${name} 9.0.0 pays a different wallet`);
    expect(mail?.text).toContain(`by your agent ${draft.agent.name}.`);
  });
});

test("a preview names both wallets before anything is published", async () => {
  await publish(owner, "1.0.0", first);
  const look = (number: string, payee: string | null) =>
    previewVersion({ accountId: owner.accountId, package: version(number, payee), priceLamports: null });
  expect(await look("2.0.0", second)).toMatchObject({ payeeChange: { before: first, after: second } });
  expect(await look("2.0.0", first)).toMatchObject({ payeeChange: null });
  expect(await look("2.0.0", null)).toMatchObject({ payeeChange: null });
});

test("nothing new pays a wallet that is taken off the account while the version is on its way", async () => {
  await publish(owner, "1.0.0", first);
  const unlink = async (db: Database) => {
    await holdConfirmed(db, owner, new Date());
    await db.wallet.delete({ where: { address: second } });
  };
  await expect(whileHeld(unlink, () => upload(owner, "2.0.0", second))).rejects.toMatchObject({
    code: "UPLOAD_FAILED",
    details: { findings: [expect.objectContaining({ path: "author" })] },
  });
  expect(await count()).toBe(1);
});
