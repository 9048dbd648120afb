import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, makeAccount, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publisher: author, publish } = testPublisher();

const name = uniqueName();
const reason = "A mistake was found.";
let auditId: string;
let keys: Record<"verifier" | "author" | "reader", string>;

const keyOf = async ({ username }: TestAccount) =>
  (await createApiKey(await getActorOf(username), "test")).key;

beforeAll(async () => {
  const [verifier, reader] = [await makeVerifier(), await makeAccount()];
  const { versionId } = await publish({ name });
  auditId = await verifier.audit(versionId);
  keys = { verifier: await keyOf(verifier), author: await keyOf(author()), reader: await keyOf(reader) };
});

describe("challenges", () => {
  const path = `/v1/skills/${name}/challenges`;
  const json = { claim: "It miscounts.", evidence: "Give it an empty text." };

  test("201 for a reader, listed for everybody, 409 for the author and for a second one", async () => {
    expect((await call("POST", path, { json, key: keys.reader })).status).toBe(201);
    const { body } = await call("GET", path);
    expect(body["results"]).toMatchObject([{ state: "open", claim: json.claim, version: "1.0.0" }]);
    expectProblem(await call("POST", path, { json, key: keys.reader }), 409, "CHALLENGE_NOT_ALLOWED");
    expectProblem(await call("POST", path, { json, key: keys.author }), 409, "CHALLENGE_NOT_ALLOWED");
    expectProblem(await call("POST", path, { json }), 401, "AUTH_REQUIRED");
    expectProblem(
      await call("POST", path, { json: { claim: "x" }, key: keys.reader }),
      400,
      "REQUEST_INVALID",
    );
    expectProblem(await call("GET", "/v1/skills/none/challenges"), 404, "SKILL_NOT_FOUND");
  });
});

describe("a revocation", () => {
  test("403 for others, 200 for who signed, and the audit counts no more", async () => {
    const path = `/v1/audits/${auditId}/revocation`;
    expectProblem(await call("POST", path, { json: { reason }, key: keys.reader }), 403, "PERMISSION_DENIED");
    expectProblem(await call("POST", path, { json: { reason } }), 401, "AUTH_REQUIRED");
    expectProblem(await call("POST", path, { json: {}, key: keys.verifier }), 400, "REQUEST_INVALID");
    const missing = await call("POST", "/v1/audits/aud_none/revocation", {
      json: { reason },
      key: keys.verifier,
    });
    expectProblem(missing, 404, "AUDIT_NOT_FOUND");
    const { status, body } = await call("POST", path, { json: { reason }, key: keys.verifier });
    expect([status, body]).toEqual([200, { audit_id: auditId, revoked: true }]);
    expect((await call("GET", `/v1/audits/${auditId}`)).body["counts"]).toBe(false);
  });
});

test("a deposit is not taken where nobody shares the vault", async () => {
  const json = { vault: "So11111111111111111111111111111111111111112" };
  const answer = await call("POST", `/v1/skills/${name}/bonds`, { json });
  expectProblem(answer, 422, "BOND_NOT_LOCKED");
  expect(answer.body["reason"]).toBe("not_offered");
});
