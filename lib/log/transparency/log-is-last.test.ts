import { expect, test } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import type { Database } from "@/lib/db/client";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { hashRecipient } from "@/lib/platform/mail/queue-mail";
import { holdRecipient } from "@/lib/platform/mail/repository";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { DOUBTFUL, HARMFUL, makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { decideCaution } from "@/lib/moderation/held";
import {
  buildSkillPackage,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";
import { appendToLog } from "@/lib/log/transparency/append-to-log";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

/** Whether anybody could append to the log now. */
const isLogFree = () =>
  database().$queryRaw`SELECT 1 FROM "LogHeads" FOR UPDATE NOWAIT`.then(
    () => true,
    () => false,
  );

/**
 * Does `work` while a row is held that it needs, and tells whether it waits for it, and holds the log while it does.
 */
async function whileWaiting(hold: (db: Database) => Promise<unknown>, work: () => Promise<unknown>) {
  let seen = { isFree: false, isWaiting: false };
  await whileHeld(hold, work, {
    look: async (isWaiting) => void (seen = { isFree: await isLogFree(), isWaiting }),
  });
  return seen;
}

const heldUpload = async (owner: TestOwner, decision: "approve" | "reject") => {
  const { versionId } = await owner.publish(DOUBTFUL);
  const actor = await makeAdministrator();
  return () => decideCaution({ actor, versionId, decision, reason: "A reason." });
};

test.each([
  ["approving a held version", (owner: TestOwner) => heldUpload(owner, "approve")],
  ["rejecting a held version", (owner: TestOwner) => heldUpload(owner, "reject")],
  [
    "granting an appeal of a rejection",
    async (owner: TestOwner) => {
      const { slug } = await owner.publish(HARMFUL);
      const about = { actor: owner.actor, skill: slug, version: "1.0.0", text: "Look again." };
      const { appealId } = await appealDecision(about);
      const actor = await makeAdministrator();
      return () => decideAppeal({ actor, appealId, decision: "grant", text: "It is fine." });
    },
  ],
])("%s waits for whom it mails before it takes the log, as all else does", async (_name, prepare) => {
  const owner = await makeOwner();
  const decide = await prepare(owner);
  const hold = (db: Database) => holdRecipient(db, hashRecipient(owner.email), new Date());
  expect(await whileWaiting(hold, decide)).toEqual({ isFree: true, isWaiting: true });
  expect(await owner.told()).toHaveLength(2);
});

test("closing an administrator's account waits for the others before it takes the log", async () => {
  const [leaving, other] = [await makeAdministrator(), await makeAdministrator()];
  await publishNow(buildSkillPackage({ name: uniqueName() }), leaving);
  const hold = (db: Database) =>
    db.$queryRaw`SELECT 1 FROM "Accounts" WHERE "id" = ${other.accountId} FOR UPDATE`;
  const close = () => closeAccount(leaving, { username: leaving.username, locale: "en" });
  expect(await whileWaiting(hold, close)).toEqual({ isFree: true, isWaiting: true });
});

test("entries of one transaction keep their order, and none is written of one that ends in an error", async () => {
  const entry = (subjectId: string) =>
    ({ kind: "version:published", subjectId, data: { slug: "x" } }) as const;
  await inTransaction(async (tx) => {
    for (const subject of ["one", "two", "three"]) await appendToLog(tx, entry(subject), new Date());
    expect(await tx.logEntry.count({ where: { subjectId: "one" } })).toBe(0);
  });
  const failing = inTransaction(async (tx) => {
    await appendToLog(tx, entry("never"), new Date());
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  const rows = await database().logEntry.findMany({ orderBy: { seq: "desc" }, take: 3 });
  expect(rows.map(({ subjectId }) => subjectId)).toEqual(["three", "two", "one"]);
});
