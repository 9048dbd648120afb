import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { deliverWebhooks } from "@/lib/catalogue/webhooks/deliver-webhooks";
import {
  deleteOwnWebhook,
  findOwnWebhook,
  listOwnDeliveries,
  redeliver,
  setOwnWebhook,
  testOwnWebhook,
} from "@/lib/catalogue/webhooks/own-webhook";
import { MOST_WAITING, queueWebhooks } from "@/lib/catalogue/webhooks/queue-webhooks";
import { WEBHOOK_TYPES } from "@/lib/catalogue/webhooks/types";
import { DAY_MS } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { give, somebody } from "@/lib/ownership/transfers/testing/market";
import { yankVersion } from "@/lib/publishing/yank-version";
import { askQuestion } from "@/lib/registry/questions/write-post";
import { GitServer as TestServer, LOOPBACK } from "@/lib/registry/provenance/testing/git-server";
import { makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
process.env["SERVER_KEY"] ??= "a server key that is long enough for tests";
const database = testDatabase();
testBlobStore();
const server = new TestServer();
const POLICY = { ...LOOPBACK, maxBytes: 0, timeoutMs: 2_000 };

interface Received {
  headers: Record<string, unknown>;
  body: string;
}
let received: Received[] = [];
let owner: TestOwner;
beforeEach(async () => {
  received = [];
  answer(204);
  owner = await makeOwner();
});

function answer(status: number): void {
  server.handler = (request, body) => {
    received.push({ headers: request.headers, body });
    return { status };
  };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );

/** A webhook of the owner that leads to the server of this test. */
async function hook(types?: readonly string[]): Promise<{ id: string; secret: string }> {
  const { secret } = await setOwnWebhook({ actor: owner.actor, url: "https://hooks.example.org/in", types });
  const { id } = await database().webhookEndpoint.update({
    where: { accountId: owner.actor.accountId },
    data: { url: `${server.url}/in` },
    select: { id: true },
  });
  return { id, secret: secret ?? "" };
}
const deliver = (id: string, now?: Date) =>
  deliverWebhooks(id, { policy: POLICY, random: () => 0, ...(now ? { clock: { now: () => now } } : {}) });
const typesReceived = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const log = async () => (await listOwnDeliveries({ actor: owner.actor })).deliveries;

describe("what happens to an owner's skills", () => {
  test("arrives signed, each thing once, oldest first, and nothing of others' skills", async () => {
    const { id, secret } = await hook();
    const { slug, versionId } = await owner.publish();
    const other = await makeOwner();
    await other.publish();
    const verifier = await makeVerifier();
    await verifier.audit(versionId);
    const administrator = await makeAdministrator();
    const { challengeId } = await openChallenge({
      accountId: (await somebody()).accountId,
      versionId,
      claim: "It leaks.",
      evidence: "Run it.",
    });
    await decideChallenge(administrator, { challengeId, decision: "upheld", outcome: "It does." });
    await askQuestion({ actor: await somebody(), skill: slug, text: "Why?" });
    await quarantineSkill({ actor: administrator, skill: slug, reason: "It leaks." });
    await Promise.all([queueWebhooks(), queueWebhooks()]);
    await queueWebhooks();
    await deliver(id);
    await deliver(id);
    expect(typesReceived()).toEqual([
      "version.published",
      "audit.signed",
      "challenge.opened",
      "challenge.decided",
      "advisory.published",
      "question.asked",
      "skill.quarantined",
      "advisory.published",
    ]);
    for (const { headers, body } of received) {
      const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
      expect(headers["webhook-signature"]).toBe(signature);
      expect(JSON.parse(body)).toMatchObject({ data: { slug } });
    }
    expect(new Set((await log()).map(({ state }) => state))).toEqual(new Set(["delivered"]));
  });

  test("arrives of the types that were chosen alone, and of a skill only while it is the owner's", async () => {
    const { id } = await hook(["version.withdrawn"]);
    const { slug } = await owner.publish();
    const next = await somebody();
    await give(owner.actor, next, slug);
    await yankVersion({ actor: next, skill: slug, version: "1.0.0", reason: "Broken." });
    await queueWebhooks();
    await deliver(id);
    expect(received).toEqual([]);
    const own = await owner.publish();
    await yankVersion({ actor: owner.actor, skill: own.slug, version: "1.0.0", reason: "Broken." });
    await queueWebhooks();
    await deliver(id);
    expect(typesReceived()).toEqual(["version.withdrawn"]);
  });

  test("waits where a thousand messages wait, and comes when there is room", async () => {
    const { id } = await hook(["version.published"]);
    const now = new Date();
    await database().webhookDelivery.createMany({
      data: Array.from({ length: MOST_WAITING }, () => {
        const message = { id: newId("whm"), sourceId: newId("evt"), type: "version.published", data: {} };
        return { ...message, endpointId: id, occurredAt: now, createdAt: now, nextAt: new Date(0) };
      }),
    });
    await owner.publish();
    await queueWebhooks();
    const count = () => database().webhookDelivery.count({ where: { endpointId: id } });
    expect(await count()).toBe(MOST_WAITING);
    await deliver(id);
    await queueWebhooks();
    expect(await count()).toBe(MOST_WAITING + 1);
  });
});

describe("a message that does not arrive", () => {
  test("is tried again under the same id, then arrives; its failures stand in the log", async () => {
    const { id } = await hook();
    const sent = await testOwnWebhook({ actor: owner.actor });
    answer(500);
    await deliver(id);
    expect(await log()).toMatchObject([{ id: sent.id, state: "waiting", status: 500, attempts: 1 }]);
    expect((await findOwnWebhook({ actor: owner.actor }))?.failingSince).not.toBeNull();
    await deliver(id);
    expect(received).toHaveLength(1);
    answer(200);
    await deliver(id, new Date(Date.now() + 6_000));
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([sent.id, sent.id]);
    expect(received[0]?.body).toBe(received[1]?.body);
    expect(await log()).toMatchObject([{ state: "delivered", attempts: 2, nextAt: null }]);
    expect((await findOwnWebhook({ actor: owner.actor }))?.failingSince).toBeNull();
    await redeliver({ actor: owner.actor, delivery: sent.id });
    await deliver(id, new Date(Date.now() + 1_000));
    expect(received).toHaveLength(3);
  });

  test("ends the turn: one that fails keeps nobody waiting", async () => {
    const { id } = await hook();
    for (let count = 0; count < 3; count++) await testOwnWebhook({ actor: owner.actor });
    answer(503);
    await deliver(id);
    expect(received).toHaveLength(1);
  });

  test.each([
    ["410: at once", 410, 0],
    ["any failure: after five days of them", 500, 5 * DAY_MS],
  ])("disables the endpoint, with a mail (%s)", async (_name, status, afterMs) => {
    const { id } = await hook();
    answer(status);
    const start = Date.now();
    if (afterMs > 0) {
      await testOwnWebhook({ actor: owner.actor });
      await deliver(id, new Date(start + 60_000));
    }
    await testOwnWebhook({ actor: owner.actor });
    await database().webhookDelivery.updateMany({
      where: { nextAt: { not: null } },
      data: { nextAt: new Date(0) },
    });
    await deliver(id, new Date(start + 60_000 + afterMs));
    expect(await findOwnWebhook({ actor: owner.actor })).toMatchObject({
      disabledWhy: status === 410 ? "gone" : "failing",
    });
    const host = new URL(server.url).host;
    expect(await owner.told()).toEqual([`Nothing is sent to your webhook at ${host} any more`]);
    expect((await log()).every(({ nextAt }) => nextAt === null)).toBe(true);
    expect(await codeOf(testOwnWebhook({ actor: owner.actor }))).toBe("DECISION_NOT_POSSIBLE");
    await hook();
    expect(await codeOf(testOwnWebhook({ actor: owner.actor }))).toBeNull();
  });

  test.each([
    ["a redirect is not followed", 302],
    ["an error of the caller is one too", 400],
  ])("%s", async (_name, status) => {
    const { id } = await hook();
    await testOwnWebhook({ actor: owner.actor });
    answer(status);
    await deliver(id);
    expect(await log()).toMatchObject([{ state: "waiting", status }]);
  });
});

describe("an address", () => {
  test.each([
    "http://hooks.example.org/in",
    "https://127.0.0.1/in",
    "https://[::1]/in",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1:8443/",
    "https://somebody:secret@hooks.example.org/",
    "file:///etc/passwd",
    "no address",
    `https://hooks.example.org/${"x".repeat(500)}`,
  ])("%s is refused", async (url) => {
    expect(await codeOf(setOwnWebhook({ actor: owner.actor, url }))).toBe("REQUEST_INVALID");
  });

  test("whose name leads to this machine is never connected to", async () => {
    const { id } = await hook();
    await database().webhookEndpoint.update({
      where: { id },
      data: { url: `https://localhost:${new URL(server.url).port}/in` },
    });
    await testOwnWebhook({ actor: owner.actor });
    await deliverWebhooks(id, { random: () => 0 });
    expect(received).toEqual([]);
    expect((await log())[0]).toMatchObject({ state: "waiting", status: null });
    expect((await log())[0]?.error).toMatch(/^localhost leads to /);
  });
});

describe("a webhook", () => {
  test("has a secret that is told once and stands nowhere in plain", async () => {
    const { secret } = await hook();
    expect(secret).toMatch(/^whsec_/);
    const again = await setOwnWebhook({ actor: owner.actor, url: "https://hooks.example.org/b" });
    expect(again).toMatchObject({ secret: null, types: [...WEBHOOK_TYPES] });
    const changed = await setOwnWebhook({
      actor: owner.actor,
      url: "https://hooks.example.org/b",
      newSecret: true,
    });
    expect(changed.secret).not.toBe(secret);
    const row = await database().webhookEndpoint.findFirstOrThrow({
      where: { accountId: owner.actor.accountId },
    });
    expect(Buffer.from(row.secret).toString("latin1")).not.toContain("whsec_");
  });

  test("is one for each account, of known types, and ends with it, or when its owner ends it", async () => {
    await hook();
    await hook();
    const { accountId, username } = owner.actor;
    expect(await database().webhookEndpoint.count({ where: { accountId } })).toBe(1);
    for (const types of [[], ["everything"]])
      expect(await codeOf(setOwnWebhook({ actor: owner.actor, url: "https://a.example.org", types }))).toBe(
        "REQUEST_INVALID",
      );
    await testOwnWebhook({ actor: owner.actor });
    await closeAccount(owner.actor, { username, locale: "en" });
    expect(await database().webhookEndpoint.count({ where: { accountId } })).toBe(0);
    const other = (await makeOwner()).actor;
    expect(await codeOf(deleteOwnWebhook({ actor: other }))).toBe("NOT_FOUND");
    await setOwnWebhook({ actor: other, url: "https://a.example.org" });
    await deleteOwnWebhook({ actor: other });
    expect(await findOwnWebhook({ actor: other })).toBeNull();
  });
});
