import bs58 from "bs58";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Answer } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { inTransaction } from "@/lib/db/transaction";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { CallMarket } from "@/lib/running/testing/call-market";
import { replaceReplays } from "@/lib/running/examples/replay-repository";
import { buildSkillPackage, getActorOf, publishNow, uniqueName } from "@/lib/testing/builders";

const market = new CallMarket();

let verifier: TestVerifier;
let key: string;
let owner: Awaited<ReturnType<typeof makeKeyHolder>>;
let slug: string;
let versionId: string;
beforeAll(async () => {
  verifier = await makeVerifier();
  key = (await createApiKey(await getActorOf(verifier.username), "test")).key;
  owner = await makeKeyHolder();
  const name = uniqueName("queued");
  const first = await publishNow(buildSkillPackage({ name, files: { "notes.txt": "one\n" } }), owner);
  await verifier.audit(first.versionId);
  const next = buildSkillPackage({ name, version: "1.1.0", files: { "notes.txt": "two\n" } });
  ({ slug, versionId } = await publishNow(next, owner));
});

const place = (step = "") => `/v1/audit-queue/${versionId}${step}`;
const send = (method: string, step: string, json?: object, by = key) =>
  call(method, place(step), { key: by, ...(json && { json }) });
const itemsOf = ({ body }: Answer) =>
  new Map((body["checklist"] as { item: string; state: string }[]).map(({ item, state }) => [item, state]));

test("the queue is read to its end, page by page, each version once", async () => {
  const read = async (query: string) =>
    (await call("GET", `/v1/audit-queue?${query}`, { key })).body as {
      results: { version_id: string }[];
      next_page: number | null;
    };
  const [all, first] = [await read(""), await read("limit=1")];
  expect([first.results.length, first.next_page]).toEqual([1, 2]);
  const ids = first.results.map(({ version_id }) => version_id);
  for (let next = first.next_page; next !== null;) {
    const page = await read(`limit=1&page=${next}`);
    ids.push(...page.results.map(({ version_id }) => version_id));
    next = page.next_page;
  }
  expect(ids).toEqual(all.results.map(({ version_id }) => version_id));
  expect(ids).toContain(versionId);
  expectProblem(await call("GET", "/v1/audit-queue?page=0", { key }), 400, "REQUEST_INVALID");
});

describe("a verifier's program audits a version from the queue to the seal", () => {
  test("it finds, reads and reserves it, is told what is open, and signs", async () => {
    await call("POST", `/v1/skills/${slug}/audit-request`, { json: {}, key: owner.key });
    const queue = await call("GET", "/v1/audit-queue", { key });
    const rows = queue.body["results"] as { version_id: string; review_url: string }[];
    const row = rows.find(({ version_id }) => version_id === versionId);
    expect(row).toMatchObject({ skill: slug, duty: "reduced", own: false, reservation: null });
    expect(row).toMatchObject({ audit_asked_at: expect.any(String) as string });
    expect(new URL(row?.review_url ?? "").pathname).toBe(place());

    expect((await send("PUT", "/reservation")).status).toBe(200);
    const review = await send("GET", "?file=notes.txt");
    expect(review.body).toMatchObject({
      skill: slug,
      base: { version: "1.0.0" },
      reservation: { mine: true },
      shown: {
        path: "notes.txt",
        lines: [
          { kind: "removed", text: "one" },
          { kind: "added", text: "two" },
        ],
      },
    });
    const early = await send("POST", "/statement", { verdict: "seal" });
    expectProblem(early, 409, "REVIEW_INCOMPLETE");
    expect(early.body["detail"]).toContain("files_read");

    await settle(review);
    const files = review.body["files"] as { path: string; covered: boolean; key: string; seen: boolean }[];
    const covered = files.filter((file) => file.covered);
    expect(covered.map(({ path, seen }) => [path, seen])).toEqual([
      ["SKILL.md", false],
      ["notes.txt", false],
    ]);
    const [first, ...others] = covered.map(({ key: fileKey }) => fileKey);
    const partly = await send("PUT", "/files", { keys: others, seen: true });
    expect([itemsOf(partly).get("files_read"), partly.body["sealable"]]).toEqual(["open", false]);
    expectProblem(await send("POST", "/statement", { verdict: "seal" }), 409, "REVIEW_INCOMPLETE");
    const marked = await send("PUT", "/files", { keys: [first], seen: true });
    expect([itemsOf(marked).get("files_read"), marked.body["sealable"]]).toEqual(["marked", true]);

    const { payload, ticket, message } = (
      await send("POST", "/statement", { verdict: "seal", note: "Read line by line." })
    ).body as Record<string, string>;
    const genesisHash = await market.context.connection.genesisHash();
    expect(JSON.parse(payload ?? "")).toMatchObject({
      predicate: {
        verdict: "seal",
        scope: "reduced",
        base: { version: "1.0.0" },
        coveredFiles: { count: 2 },
        checklist: { verifier: ["files_read"] },
        verifier: verifier.address,
        note: "Read line by line.",
        genesisHash,
      },
    });
    const signature = Buffer.from(verifier.sign(Buffer.from(message ?? "", "base64"))).toString("base64");
    const wrong = Buffer.alloc(64).toString("base64");
    const sent = { payload, ticket, signature };
    expectProblem(
      await send("POST", "/signature", { ...sent, signature: wrong }),
      422,
      "AUDIT_SIGNATURE_INVALID",
    );
    const unread = Buffer.from(signature, "base64").toString("hex");
    expectProblem(await send("POST", "/signature", { ...sent, signature: unread }), 400, "REQUEST_INVALID");
    const inBase58 = bs58.encode(Buffer.from(signature, "base64"));
    const signed = await send("POST", "/signature", { ...sent, signature: inBase58 });
    expect(signed).toMatchObject({ status: 201, body: { challenge_id: null } });
    expect((await call("GET", `/v1/skills/${slug}`)).body).toMatchObject({
      audit_state: "Audited",
      audit: { scope: "reduced", base_version: "1.0.0", verifier_address: verifier.address },
    });
    const record = await call("GET", `/v1/audits/${String(signed.body["audit_id"])}`);
    expect(record.status).toBe(200);
    expect((await send("GET", "")).body["signed_audit_id"]).toBe(signed.body["audit_id"]);
  });
});

/** Accepts what vetting found, and runs the examples as the worker does. */
async function settle({ body }: Answer): Promise<void> {
  for (const { key: finding } of body["findings"] as { key: string }[]) {
    const decided = { key: finding, decision: "accepted", reason: "As documented." };
    expect((await send("PUT", "/findings", decided)).status).toBe(200);
  }
  const proven = { state: "proven", matchRule: "exact", wallMs: 1, detail: null } as const;
  const results = (body["examples"] as unknown[]).map(() => proven);
  await inTransaction((db) => replaceReplays(db, versionId, { results, replayedAt: new Date() }));
}

test("a reservation is given back", async () => {
  expect((await send("PUT", "/reservation")).status).toBe(200);
  expect((await send("DELETE", "/reservation")).body).toEqual({ status: "success" });
  expect((await send("GET", "")).body["reservation"]).toBeNull();
});

test("403 for who is no verifier, or audits their own; 404 for no version; 400 for what is no item or finding", async () => {
  expectProblem(await call("GET", "/v1/audit-queue", { key: owner.key }), 403, "VERIFIER_REQUIRED");
  expectProblem(await send("PUT", "/reservation", undefined, owner.key), 403, "VERIFIER_REQUIRED");
  expectProblem(await call("GET", "/v1/audit-queue/none", { key }), 404, "VERSION_NOT_FOUND");
  const own = await publishNow(buildSkillPackage(), verifier);
  const reserve = await call("PUT", `/v1/audit-queue/${own.versionId}/reservation`, { key });
  expectProblem(reserve, 403, "AUDIT_NOT_ALLOWED");
  const machine = { item: "examples_replayed", marked: true };
  expectProblem(await send("PUT", "/checklist", machine), 400, "REQUEST_INVALID");
  const readAll = { item: "files_read", marked: true };
  expectProblem(await send("PUT", "/checklist", readAll), 400, "REQUEST_INVALID");
  for (const keys of [[], ["none"], ["0".repeat(64)], Array<string>(1_001).fill("0".repeat(64))])
    expectProblem(await send("PUT", "/files", { keys, seen: true }), 400, "REQUEST_INVALID");
  const none = { key: "none", decision: "accepted", reason: "x" };
  expectProblem(await send("PUT", "/findings", none), 400, "REQUEST_INVALID");
  expectProblem(await send("POST", "/statement", { verdict: "challenge" }), 400, "REQUEST_INVALID");
});
