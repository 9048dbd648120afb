import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

testDatabase();
testBlobStore();

const PATH = "/v1/skills/echo-text/reviews";
let owner: Awaited<ReturnType<typeof makeKeyHolder>>;

beforeAll(async () => {
  owner = await makeKeyHolder();
  await publishNow(buildSkillPackage({ name: "echo-text" }), owner);
  await publishNow(buildSkillPackage({ name: "other-skill" }), owner);
  const { skillId } = await publishNow(buildSkillPackage({ name: "a-draft" }), await makeAccount());
  const claimExpiresAt = new Date(Date.now() + 86_400_000);
  const data = { claimStatus: "draft", ownerId: null, claimExpiresAt } as const;
  await withoutLifecycle("Skills", (tx) => tx.skill.update({ where: { id: skillId }, data }));
});

let addresses = 0;
/** A request from an address that has not written anything yet. */
const write = (json: unknown, key?: string, path = PATH, headers = {}) =>
  call("POST", path, {
    json,
    headers,
    remoteAddress: `198.51.100.${++addresses}`,
    ...(key === undefined ? {} : { key }),
  });

describe("POST /v1/skills/{id}/reviews", () => {
  test("201 once, 200 when it is written anew; the rating follows everywhere", async () => {
    const { key, username } = await makeKeyHolder();
    const first = await write({ rating: 5, text: "Works." }, key);
    expect([first.status, first.body["action"]]).toEqual([201, "created"]);
    const again = await write({ rating: 2, comment: "Not any more." }, key, PATH, {
      "x-reviewer-type": "agent",
    });
    expect([again.status, again.body["action"]]).toEqual([200, "updated"]);
    expect(again.body["review_id"]).toBe(first.body["review_id"]);
    await write({ rating: 5 }, (await makeKeyHolder()).key);

    const { body } = await call("GET", PATH);
    expect([body["avg_rating"], body["rating_count"]]).toEqual([3.5, 2]);
    expect(body["results"]).toContainEqual(
      expect.objectContaining({
        username,
        rating: 2,
        text: "Not any more.",
        written_by: "agent",
        verified_buyer: false,
      }),
    );
    expect((await call("GET", "/v1/skills/echo-text")).body["rating"]).toEqual({ average: 3.5, count: 2 });
    const search = await call("GET", "/v1/agent/search?sort=rating");
    expect((search.body["results"] as { name: string }[])[0]).toMatchObject({
      name: "echo-text",
      avg_rating: 3.5,
      rating_count: 2,
    });
  });

  test("400 REQUEST_INVALID for no whole stars from 1 to 5, and for a text that is too long or no text", async () => {
    const { key } = await makeKeyHolder();
    const texts = ["x".repeat(2001), "a\u0000b", "\ud800"];
    const bodies = [
      ...[0, 6, 2.5, "5", null].map((rating) => ({ rating })),
      ...texts.map((text) => ({ rating: 3, text })),
    ];
    for (const body of [...bodies, {}]) expectProblem(await write(body, key), 400, "REQUEST_INVALID");
  });

  test("401, 403 and 404 are problems", async () => {
    const { key } = await makeKeyHolder();
    const review = { rating: 5 };
    expectProblem(await write(review), 401, "AUTH_REQUIRED");
    expectProblem(await write(review, "sk_wrong"), 401, "AUTH_FAILED");
    expectProblem(await write(review, owner.key), 403, "REVIEW_NOT_ALLOWED");
    expectProblem(await write(review, key, "/v1/skills/a-draft/reviews"), 403, "REVIEW_NOT_ALLOWED_ON_DRAFT");
    expectProblem(await write(review, key, "/v1/skills/nope/reviews"), 404, "SKILL_NOT_FOUND");
  });

  test("429 after ten from one address, and every answer says how many are left", async () => {
    const { key } = await makeKeyHolder();
    const send = () => call("POST", PATH, { json: { rating: 4 }, key, remoteAddress: "192.0.2.1" });
    const left = [];
    for (let i = 0; i < 10; i++) left.push((await send()).headers.get("ratelimit-remaining"));
    expect(left).toEqual(["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"]);
    const refused = await send();
    expectProblem(refused, 429, "RATE_LIMITED");
    expect(refused.headers.get("ratelimit-limit")).toBe("10");
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
  });
});

describe("POST /v1/skills/{id}/reports", () => {
  const report = (json: unknown, given = {}) =>
    call("POST", "/v1/skills/echo-text/reports", { json, remoteAddress: `192.0.2.${++addresses}`, ...given });

  test("201 for anybody, 409 for the same caller on the same day", async () => {
    const once = { remoteAddress: "192.0.2.200" };
    const { status, body } = await report({ reason: "broken", text: "It never answers." }, once);
    expect([status, body["report_id"]]).toEqual([201, expect.stringMatching(/^rpt_/)]);
    expectProblem(await report({ reason: "spam", text: "again" }, once), 409, "REPORT_ALREADY_FILED");
    expect((await report({ reason: "other", text: "x" }, { key: owner.key })).status).toBe(201);
  });

  test("400, 401, 404 and 429 are problems", async () => {
    for (const body of [
      { reason: "boring", text: "x" },
      { reason: "spam", text: " " },
      { reason: "spam" },
      {},
    ]) {
      expectProblem(await report(body), 400, "REQUEST_INVALID");
    }
    expectProblem(await report({ reason: "spam", text: "x" }, { key: "sk_wrong" }), 401, "AUTH_FAILED");
    const missing = () =>
      call("POST", "/v1/skills/nope/reports", {
        json: { reason: "spam", text: "x" },
        remoteAddress: "192.0.2.201",
      });
    for (let i = 0; i < 10; i++) expectProblem(await missing(), 404, "SKILL_NOT_FOUND");
    expectProblem(await missing(), 429, "RATE_LIMITED");
  });
});

describe("GET /v1/skills/{id}/reviews", () => {
  test("pages newest first without gap or repetition, and answers 304 to who has it", async () => {
    for (let i = 0; i < 3; i++)
      await write({ rating: 1 + i }, (await makeKeyHolder()).key, "/v1/skills/other-skill/reviews");
    const path = "/v1/skills/other-skill/reviews?limit=1";
    const seen: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await call("GET", `${path}${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...(body["results"] as { rating: number }[]).map(({ rating }) => rating));
      cursor = body["next_cursor"] as string | null;
    }
    expect(seen).toEqual([3, 2, 1]);
    const etag = (await call("GET", path)).headers.get("etag") ?? "";
    expect((await call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("400 and 404 are problems", async () => {
    expectProblem(await call("GET", `${PATH}?cursor=abc`), 400, "REQUEST_INVALID");
    expectProblem(await call("GET", "/v1/skills/nope/reviews"), 404, "SKILL_NOT_FOUND");
  });
});
