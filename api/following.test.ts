import { beforeEach, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { endFeed, findFeedKey, makeFeed } from "@/lib/catalogue/following/feed-address";
import { follow } from "@/lib/catalogue/following/follow";
import type { Actor } from "@/lib/identity/actor";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { newsFeedPath } from "@/lib/platform/i18n/paths";
import { changePrice } from "@/lib/publishing/price/change-price";
import { deprecateSkill } from "@/lib/registry/deprecations/deprecate-skill";
import { saveSet } from "@/lib/registry/sets/save-set";
import { buildSkillPackage, newAddress, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

let owner: Actor;
let reader: Actor;
let skill: string;
beforeEach(async () => {
  ({ actor: owner } = await mailOwner());
  ({ actor: reader } = await mailOwner());
  skill = uniqueName();
  await publishNow(buildSkillPackage({ name: skill, version: "1.0.0" }), owner);
});

const makeSet = async () => {
  const parts = [{ skill, range: "*" }];
  const { name } = await saveSet({
    actor: owner,
    name: uniqueName("set"),
    description: "For a start.",
    parts,
  });
  return name;
};

describe("the feed", () => {
  const feedAt = async (key: string) => {
    const answer = await call("GET", newsFeedPath(key, "ko"));
    return { ...answer, text: new TextDecoder().decode(answer.bytes) };
  };

  test("has a secret address that its reader replaces and ends; the database does not hold it", async () => {
    await follow(reader.accountId, { kind: "skill", name: skill });
    expect(await findFeedKey(reader.accountId)).toBeNull();
    await makeFeed(reader.accountId);
    const key = (await findFeedKey(reader.accountId)) ?? "";
    const { status, headers, text } = await feedAt(key);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(text).toContain(`새 스킬 ${skill}`);
    const stored = await database().account.findUnique({ where: { id: reader.accountId } });
    expect(JSON.stringify(stored)).not.toContain(key);
    for (const wrong of [key.slice(0, 22), `${key.slice(0, 22)}${"A".repeat(22)}`, "", `${key}A`, "\0"])
      expect((await feedAt(encodeURIComponent(wrong))).status).toBe(404);
    await makeFeed(reader.accountId);
    expectProblem(await feedAt(key), 404, "NOT_FOUND");
    const next = (await findFeedKey(reader.accountId)) ?? "";
    expect((await feedAt(next)).status).toBe(200);
    await endFeed(reader.accountId);
    expect((await feedAt(next)).status).toBe(404);
    expectProblem(await call("GET", "/following.xml"), 400, "REQUEST_INVALID");
  });

  test("of one skill tells of its price and of what takes its place too", async () => {
    const address = newAddress();
    await database().wallet.create({ data: { address, accountId: owner.accountId } });
    await changePrice({ actor: owner, skill, priceLamports: 2_000_000n, payeeAddress: address });
    await deprecateSkill({ actor: owner, skill, message: "It reads no dates." });
    const { bytes } = await call("GET", `/feed.xml?skill=${skill}`);
    const titles = [...new TextDecoder().decode(bytes).matchAll(/<entry>\n<id>[^<]*<\/id>\n<title>([^<]*)/g)];
    expect(titles.map(([, title]) => title)).toEqual([
      `${skill} is deprecated`,
      `${skill}: the price of a call changed from 0 to 0.002 SOL`,
      expect.stringMatching(/ 1\.0\.0$/),
    ]);
  });
});

test("by the API a key follows, reads the news, and follows no more", async () => {
  const { key } = await createApiKey(reader, "reader");
  const headers = { "x-api-key": key };
  for (const path of [`skill/${skill}`, `publisher/${owner.username}`, `set/${await makeSet()}`])
    expect((await call("PUT", `/v1/following/${path}`, { headers })).body).toMatchObject({ following: true });
  expect((await call("GET", "/v1/following", { headers })).body["results"]).toHaveLength(3);
  const { body } = await call("GET", "/v1/following/news?limit=1", { headers });
  expect([body["results"], typeof body["next_cursor"]]).toMatchObject([
    [{ publisher: owner.username }],
    "string",
  ]);
  const next = await call(
    "GET",
    `/v1/following/news?cursor=${encodeURIComponent(String(body["next_cursor"]))}`,
    {
      headers,
    },
  );
  expect(next.body).toMatchObject({ results: [{ kind: "skill-published", name: skill }], next_cursor: null });
  expect((await call("DELETE", `/v1/following/skill/${skill}`, { headers })).body).toMatchObject({
    following: false,
  });
  expectProblem(await call("GET", "/v1/following/news?cursor=x", { headers }), 400, "REQUEST_INVALID");
  expectProblem(await call("PUT", "/v1/following/planet/mars", { headers }), 400, "REQUEST_INVALID");
  expectProblem(await call("PUT", "/v1/following/set/none", { headers }), 404, "NOT_FOUND");
  expectProblem(await call("GET", "/v1/following"), 401, "AUTH_REQUIRED");
});
