import bs58 from "bs58";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { call, expectProblem } from "@/api/testing/client";
import { osvDocument } from "@/lib/advisories/testing/osv-schema";
import { writeAdvisory } from "@/lib/advisories/write-advisory";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { inTransaction } from "@/lib/db/transaction";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import type { Actor } from "@/lib/identity/actor";
import { sha256Digest } from "@/lib/kernel/digest";
import { openEnvelope } from "@/lib/log/attestation/dsse";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, makeAccount, makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publisher, publish } = testPublisher();

const held = uniqueName();
const yanked = uniqueName();
let administrator: Actor;
const list = async (query = "") =>
  (await call("GET", `/v1/advisories${query}`)).body as {
    advisories: { id: string; modified: string; withdrawn?: string; database_specific: { kind: string } }[];
    next: string | null;
  };

beforeAll(async () => {
  administrator = await makeAdministrator();
  await publish({ name: held });
  await quarantineSkill({ actor: administrator, skill: held, reason: "It sends files away." });
  await publish({ name: yanked });
  await yankVersion({
    actor: publisher(),
    skill: yanked,
    version: "1.0.0",
    reason: "The [wrong](x) *file*.",
  });
  const verifier = await makeVerifier();
  const { versionId } = await publish();
  const auditId = await verifier.audit(versionId);
  await revokeAudit({ accountId: verifier.accountId, auditId, reason: "I overlooked a file." });
  const about = { versionIds: [versionId] };
  const secret = { kind: "secret-exposed", causeId: versionId, about, reason: "A key." } as const;
  await inTransaction((db) => writeAdvisory(db, secret, new Date()));
  const leaked = { kind: "key-leaked", causeId: "key", about: null, reason: "A backup was lost." } as const;
  await inTransaction((db) => writeAdvisory(db, leaked, new Date()));
});

describe("every advisory", () => {
  test("is OSV as its schema says, of each kind, withdrawn or not", async () => {
    await releaseSkill({ actor: administrator, skill: held, reason: "It was a mistake." });
    const { advisories } = await list();
    expect(new Set(advisories.map((each) => each.database_specific.kind)).size).toBe(5);
    expect(advisories.filter(({ withdrawn }) => withdrawn !== undefined)).toHaveLength(1);
    for (const document of advisories) expect(osvDocument.safeParse(document).error).toBeUndefined();
    const { id: _, ...without } = advisories[0] ?? { id: "" };
    expect(osvDocument.safeParse(without).success).toBe(false);
  });

  test("is read alone to the byte that is in the log, with its digest, and signed", async () => {
    const [{ id } = { id: "" }] = (await list(`?skill=${yanked}`)).advisories;
    const { bytes, headers } = await call("GET", `/v1/advisories/${id}`);
    const log = (await call("GET", "/v1/log/entries")).body["entries"] as {
      subject_id: string;
      body: string;
    }[];
    const entry = log.find(({ subject_id }) => subject_id === id);
    expect(entry?.body).toContain(sha256Digest(bytes));
    const again = await app.request(`/v1/advisories/${id}`, {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    const { body: envelope } = await call("GET", `/v1/advisories/${id}/envelope`);
    const [key] = (await call("GET", "/v1/keys")).body["keys"] as { key_id: string }[];
    const asked = { payloadType: "application/osv+json", publicKey: key?.key_id ?? "" };
    expect(openEnvelope(envelope, asked)?.equals(Buffer.from(bytes))).toBe(true);
    expectProblem(await call("GET", "/v1/advisories/EMP-2026-9999"), 404, "ADVISORY_NOT_FOUND");
    expectProblem(await call("GET", "/v1/advisories/x/envelope"), 404, "ADVISORY_NOT_FOUND");
  });

  test("is found by skill, since a moment, and page by page", async () => {
    const { advisories: all } = await list();
    const ids: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page = await list(`?limit=2${next === "" ? "" : `&cursor=${encodeURIComponent(next)}`}`);
      ids.push(...page.advisories.map(({ id }) => id));
      next = page.next;
    }
    expect(ids).toEqual(all.map(({ id }) => id));
    expect((await list(`?since=${all[0]?.modified}`)).advisories[0]?.id).toBe(ids[0]);
    expect((await list("?since=2999-01-01")).advisories).toEqual([]);
    expect((await list("?skill=nobody-has-this-name")).advisories).toEqual([]);
    for (const query of ["?since=yesterday", "?limit=0", "?limit=101", "?cursor=x", "?skill="])
      expectProblem(await call("GET", `/v1/advisories${query}`), 400, "REQUEST_INVALID");
  });
});

test("advisories have their feed, of the market and of one skill", async () => {
  const { bytes, status } = await call("GET", `/feed.xml?of=advisories&skill=${yanked}`);
  const text = new TextDecoder().decode(bytes);
  expect(status).toBe(200);
  expect(text.match(/<entry>/g)).toHaveLength(1);
  expect(text).toContain(`${yanked}: a version was withdrawn`);
  expect(text).toContain("The [wrong](x) *file*.");
  const everything = new TextDecoder().decode((await call("GET", "/feed.xml?of=advisories&lang=ko")).bytes);
  expect(everything).toContain("철회됨: ");
  expectProblem(await call("GET", "/feed.xml?of=advisories&q=csv"), 400, "REQUEST_INVALID");
});

describe("verifiers", () => {
  test("prepare, sign, publish and withdraw one; others are refused at each step", async () => {
    const [verifier, reader] = [await makeVerifier(), await makeAccount()];
    const keyOf = async ({ username }: { username: string }) =>
      (await createApiKey(await getActorOf(username), "test")).key;
    const [key, readersKey] = [await keyOf(verifier), await keyOf(reader)];
    const { slug, versionId } = await publish();
    const json = {
      skill: slug,
      versions: ["1.0.0"],
      severity: "high",
      summary: "It follows links",
      details: "scripts/main.py, line 9.",
      what_to_do: "Remove it.",
    };
    const prepare = (given: object = {}) =>
      call("POST", "/v1/advisories/statement", { json: { ...json, ...given }, key });
    expectProblem(await prepare(), 403, "PERMISSION_DENIED");
    await verifier.audit(versionId);
    expectProblem(await prepare({ severity: "dreadful" }), 400, "REQUEST_INVALID");
    expectProblem(await prepare({ versions: [] }), 400, "REQUEST_INVALID");
    expectProblem(await prepare({ versions: ["9.9.9"] }), 404, "VERSION_NOT_FOUND");
    expectProblem(await call("POST", "/v1/advisories/statement", { json }), 401, "AUTH_REQUIRED");
    const asReader = await call("POST", "/v1/advisories/statement", { json, key: readersKey });
    expectProblem(asReader, 403, "VERIFIER_REQUIRED");
    const { message, ...prepared } = (await prepare()).body as Record<
      "payload" | "ticket" | "message",
      string
    >;
    const signed = { ...prepared, signature: bs58.encode(verifier.sign(Buffer.from(message, "base64"))) };
    const publishIt = () => call("POST", "/v1/advisories", { json: signed, key });
    const published = await publishIt();
    expect(published.status).toBe(201);
    expectProblem(await publishIt(), 409, "SIGNATURE_ALREADY_USED");
    const id = String(published.body["id"]);
    const { body } = await call("GET", `/v1/advisories/${id}`);
    expect(body["credits"]).toEqual([{ name: verifier.address, type: "FINDER" }]);
    const withdraw = (by: string) =>
      call("POST", `/v1/advisories/${id}/withdrawal`, { json: { reason: "It was fixed." }, key: by });
    expectProblem(await withdraw(readersKey), 403, "PERMISSION_DENIED");
    expect((await withdraw(key)).body).toEqual({ id, withdrawn: true });
    expect((await call("GET", `/v1/advisories/${id}`)).body["withdrawn"]).toEqual(expect.any(String));
  });
});
