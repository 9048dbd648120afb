import { generateKeyPairSync, sign } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  applyAsVerifier,
  findOwnApplication,
  decideApplication,
  listApplications,
  prepareKeyStatement,
} from "@/lib/audits/applications";
import { endVerifier, enrolVerifier } from "@/lib/audits/verifiers";
import type { Actor } from "@/lib/identity/actor";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { getActorOf, makeAccount, makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const NOT_ALLOWED = { code: "DECISION_NOT_ALLOWED" };
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

let judge: Actor;
let address: string;
/** The application of the administrator, which waits. */
let applicationId: string;
beforeEach(async () => {
  await database().account.updateMany({ where: { role: "administrator" }, data: { role: "member" } });
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  address = addressOfKey(publicKey);
  const { username } = await makeAccount({ address, role: "administrator" });
  judge = await getActorOf(username);
  const asked = { accountId: judge.accountId, address };
  const prepared = prepareKeyStatement({ market: "market.example", ...asked });
  const signature = sign(null, Buffer.from(prepared.text), privateKey).toString("base64");
  const words = { displayName: "Reader", about: "I read code." };
  const given = { ...words, key: { ...prepared, signature } };
  ({ applicationId } = await applyAsVerifier({ ...judge, address }, given));
});

const grant = (actor: Actor, granted = true) => decideApplication(actor, { applicationId, granted });
const enrolOwn = (actor: Actor) => enrolVerifier(actor, { address, displayName: "Reader" });
const seesForm = async (actor: Actor) =>
  (await listApplications(actor)).find(({ id }) => id === applicationId)?.leftToOthers === false;
const findRow = () => database().verifier.findFirst({ where: { address } });

async function loggedData() {
  const row = await findRow();
  const entry = await database().logEntry.findFirstOrThrow({ where: { subjectId: row?.id ?? "" } });
  return (JSON.parse(entry.body) as { data: Record<string, unknown> }).data;
}

describe("an administrator's own enrolment", () => {
  test("is left to another administrator where there is one: granting, refusing, and without an application", async () => {
    const other = await makeAdministrator();
    expect([await seesForm(judge), await seesForm(other)]).toEqual([false, true]);
    await expect(grant(judge)).rejects.toMatchObject(NOT_ALLOWED);
    await expect(grant(judge, false)).rejects.toMatchObject(NOT_ALLOWED);
    await expect(enrolOwn(judge)).rejects.toMatchObject(NOT_ALLOWED);
    expect([await findRow(), await findOwnApplication(judge.accountId)]).toEqual([null, "open"]);
    await grant(other);
    expect(await loggedData()).not.toHaveProperty("decidedBy");
    // Whoever retires needs nobody's leave.
    await endVerifier(judge, address);
  });

  test("is theirs in a market with one administrator, and the log says so", async () => {
    expect(await seesForm(judge)).toBe(true);
    await grant(judge);
    expect(await loggedData()).toMatchObject({ verifier: address, decidedBy: "self" });
  });

  test("is the operator's to decide at the machine, as anybody's", async () => {
    await makeAdministrator();
    await enrolVerifier("operator", { address, displayName: "Reader" });
    expect(await loggedData()).not.toHaveProperty("decidedBy");
  });
});
