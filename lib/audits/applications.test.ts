import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  applyAsVerifier,
  findOwnApplication,
  decideApplication,
  listApplications,
  prepareKeyStatement,
} from "@/lib/audits/applications";
import { listVerifiers } from "@/lib/audits/verifiers";
import { fakeClock } from "@/lib/kernel/clock";
import type { Actor } from "@/lib/identity/actor";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { newId } from "@/lib/kernel/ids";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { getActorOf, makeAccount, makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
let key: KeyObject;
let actor: Actor;
let address: string;

beforeEach(async () => {
  const pair = generateKeyPairSync("ed25519");
  key = pair.privateKey;
  address = addressOfKey(pair.publicKey);
  actor = { ...(await getActorOf((await makeAccount({ address })).username)), address };
});

const clock = fakeClock("2026-11-21T00:00:00Z");
const prepare = () =>
  prepareKeyStatement({ market: "market.example", accountId: actor.accountId, address }, clock);
const signed = (text: string, by: KeyObject = key) => sign(null, Buffer.from(text), by).toString("base64");
const words = { displayName: "Reader", about: "I read code." };

describe("an application", () => {
  test("binds the key by a signed text of its own, which stays with the enrolment", async () => {
    const prepared = prepare();
    const signature = signed(prepared.text);
    const { applicationId } = await applyAsVerifier(
      actor,
      { ...words, key: { ...prepared, signature } },
      clock,
    );
    expect(await findOwnApplication(actor.accountId)).toBe("open");
    const administrator = await makeAdministrator();
    expect((await listApplications(administrator)).map(({ id }) => id)).toContain(applicationId);
    await decideApplication(administrator, { applicationId, granted: true }, clock);
    const row = await database().verifier.findFirstOrThrow({ where: { address } });
    expect(row).toMatchObject({ keyStatement: prepared.text, keySignature: signature });
    expect(prepared.text).toContain(`Key: ${address}`);
    expect((await listVerifiers()).find((each) => each.address === address)?.keySigned).toBe(true);
    const entry = await database().logEntry.findFirstOrThrow({ where: { subjectId: row.id } });
    expect(entry.body).toContain("keyStatementDigest");
  });

  test("of two administrators one decides, and nobody is a verifier whose application was refused", async () => {
    const [one, other] = [await makeAdministrator(), await makeAdministrator()];
    for (let round = 0; round < 3; round++) {
      const applicant = await makeAccount();
      const email = `${applicant.username}@example.org`;
      await database().account.update({
        where: { id: applicant.accountId },
        data: { email, emailVerifiedAt: clock.now() },
      });
      const id = newId("vap");
      const { accountId } = applicant;
      await database().verifierApplication.create({
        data: { id, accountId, address: applicant.address, ...words },
      });
      const outcomes = await Promise.allSettled([
        decideApplication(one, { applicationId: id, granted: true }, clock),
        decideApplication(other, { applicationId: id, granted: false }, clock),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const enrolled = await database().verifier.count({ where: { accountId } });
      expect(await findOwnApplication(accountId)).toBe(enrolled === 1 ? "granted" : "refused");
      // Whoever applied is told, once.
      expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
        enrolled === 1 ? "You are enrolled as a verifier" : "Your application as a verifier was refused",
      ]);
    }
  });

  test("enrols nobody else when the wallet has gone to another account since", async () => {
    const prepared = prepare();
    const key = { ...prepared, signature: signed(prepared.text) };
    const { applicationId } = await applyAsVerifier(actor, { ...words, key }, clock);
    const { accountId } = await makeAccount();
    await database().wallet.updateMany({ where: { address }, data: { accountId } });
    const deciding = decideApplication(await makeAdministrator(), { applicationId, granted: true }, clock);
    await expect(deciding).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    expect(await database().verifier.count({ where: { address } })).toBe(0);
    expect(await findOwnApplication(actor.accountId)).toBe("open");
  });

  test("is refused with another text, another signer, another person's text, or too late", async () => {
    const prepared = prepare();
    const apply = (change: object, at = clock) =>
      applyAsVerifier(
        actor,
        { ...words, key: { ...prepared, signature: signed(prepared.text), ...change } },
        at,
      );
    const mismatch = { code: "AUDIT_STATEMENT_MISMATCH" };
    const other = prepared.text.replace("market.example", "other.example");
    await expect(apply({ text: other, signature: signed(other) })).rejects.toMatchObject(mismatch);
    await expect(apply({ ticket: "x" })).rejects.toMatchObject(mismatch);
    const stranger = prepareKeyStatement(
      { market: "market.example", accountId: "acc_other", address },
      clock,
    );
    await expect(apply({ ...stranger, signature: signed(stranger.text) })).rejects.toMatchObject(mismatch);
    const late = fakeClock("2026-11-21T01:00:01Z");
    await expect(apply({}, late)).rejects.toMatchObject(mismatch);
    const invalid = { code: "AUDIT_SIGNATURE_INVALID" };
    const { privateKey } = generateKeyPairSync("ed25519");
    await expect(apply({ signature: signed(prepared.text, privateKey) })).rejects.toMatchObject(invalid);
    for (const signature of ["", Buffer.from(signed(prepared.text), "base64").toString("hex")])
      await expect(apply({ signature })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    expect(await findOwnApplication(actor.accountId)).toBeNull();
  });
});
