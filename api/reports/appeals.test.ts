import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import type { Actor } from "@/lib/identity/actor";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import {
  buildSkillPackage,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

let administrator: Actor;
let owner: Awaited<ReturnType<typeof makeKeyHolder>>;
beforeAll(async () => {
  administrator = await makeAdministrator();
  owner = await makeKeyHolder();
});

const appeals = (skill: string, query = "") => `/v1/skills/${skill}/appeals${query}`;
const publish = () => publishNow(buildSkillPackage({ name: uniqueName() }), owner);
const file = (skill: string, json: object, key?: string) =>
  call("POST", appeals(skill), { json, ...(key && { key }) });

test("an owner appeals a quarantine, reads the answer, and the skill is back", async () => {
  const { slug } = await publish();
  expectProblem(await file(slug, { text: "Why?" }, owner.key), 409, "APPEAL_NOT_POSSIBLE");
  await quarantineSkill({ actor: administrator, skill: slug, reason: "sends files away" });
  expect((await call("GET", "/v1/account/notices", { key: owner.key })).body).toMatchObject({
    results: [{ kind: "quarantined", skill: slug, version: null, act: `POST /v1/skills/${slug}/appeals` }],
    lost_domains: [],
  });
  const filed = await file(slug, { text: "It sends nothing." }, owner.key);
  expect(filed.status).toBe(201);
  const appealId = String(filed.body["appeal_id"]);
  expectProblem(await file(slug, { text: "Again." }, owner.key), 409, "APPEAL_NOT_POSSIBLE");
  const open = { appeal_id: appealId, text: "It sends nothing.", state: "open", decision: null };
  expect((await call("GET", appeals(slug), { key: owner.key })).body).toMatchObject({ results: [open] });
  await decideAppeal({ actor: administrator, appealId, decision: "grant", text: "You are right." });
  const decided = await call("GET", appeals(slug), { key: owner.key });
  expect(decided.body).toMatchObject({
    results: [{ ...open, state: "granted", decision: "You are right." }],
  });
  expect((await call("GET", `/v1/skills/${slug}`)).status).toBe(200);
});

test("the rejection of a version is appealed by its number", async () => {
  const { slug, versionId } = await publish();
  await database().skillVersion.update({
    where: { id: versionId },
    data: { vettingStatus: "rejected", publishedAt: null },
  });
  expect((await file(slug, { text: "Look again.", version: "1.0.0" }, owner.key)).status).toBe(201);
  expect((await call("GET", appeals(slug, "?version=1.0.0"), { key: owner.key })).body).toMatchObject({
    results: [{ text: "Look again.", state: "open" }],
  });
  expect((await call("GET", appeals(slug), { key: owner.key })).body).toEqual({ results: [] });
  expectProblem(
    await call("GET", appeals(slug, "?version=9.9.9"), { key: owner.key }),
    404,
    "VERSION_NOT_FOUND",
  );
});

test("401 without a key, 403 for anybody else, 404 for no skill, 400 without a text", async () => {
  const { slug } = await publish();
  expectProblem(await file(slug, { text: "x" }), 401, "AUTH_REQUIRED");
  const { key } = await makeKeyHolder();
  expectProblem(await file(slug, { text: "x" }, key), 403, "PERMISSION_DENIED");
  expectProblem(await call("GET", appeals(slug), { key }), 403, "PERMISSION_DENIED");
  expectProblem(await file("no-such-skill", { text: "x" }, key), 404, "SKILL_NOT_FOUND");
  expectProblem(await file(slug, { text: "" }, owner.key), 400, "REQUEST_INVALID");
});
