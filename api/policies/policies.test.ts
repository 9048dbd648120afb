import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import type { Marketplace } from "@/lib/catalogue/plugins/list-marketplace";
import { openPolicy } from "@/lib/identity/policies/policy-statement";
import { testRunner } from "@/lib/running/testing/test-runner";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();
testRunner();

const OWN = "/v1/account/policy";
const AUDITED = { policyVersion: 1, leastAudit: "audited" };
let slug: string;
beforeAll(async () => {
  ({ slug } = await publishNow(buildSkillPackage(), await makeAccount()));
});

const set = (key: string, number: number, policy: object, isPublic = false) =>
  call("PUT", OWN, {
    key,
    json: { policy, is_public: isPublic },
    headers: { "if-match": `"${number}"` },
  });

describe("the policy of an account", () => {
  test("is set by who has read the one before, and each is kept with its number", async () => {
    const { key, accountId } = await makeKeyHolder();
    const none = await call("GET", OWN, { key });
    expect([none.headers.get("etag"), none.body]).toEqual([
      '"0"',
      expect.objectContaining({ number: 0, policy: { policyVersion: 1 }, is_public: false, set_at: null }),
    ]);
    expect((await set(key, 0, AUDITED)).body).toMatchObject({ number: 1, policy: AUDITED });
    expectProblem(await set(key, 0, { policyVersion: 1 }), 412, "POLICY_CHANGED");
    const both = await Promise.all([
      set(key, 1, { policyVersion: 1, leastAgeDays: 1 }),
      set(key, 1, { policyVersion: 1, leastAgeDays: 2 }),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
    const now = await call("GET", OWN, { key });
    expect(now.body["number"]).toBe(2);
    const rows = await database()
      .$queryRaw`SELECT "number", "ended_at" IS NULL AS "inForce" FROM "AccountPolicies"
      WHERE "account_id" = ${accountId} ORDER BY "number"`;
    expect(rows).toEqual([
      { number: 1, inForce: false },
      { number: 2, inForce: true },
    ]);
  });

  test("needs a key, the entity tag, and rules that are known", async () => {
    const { key } = await makeKeyHolder();
    expectProblem(await call("GET", OWN), 401, "AUTH_REQUIRED");
    expectProblem(await call("PUT", OWN, { key, json: { policy: AUDITED } }), 400, "REQUEST_INVALID");
    for (const policy of [{}, { ...AUDITED, leastaudit: "audited" }, { ...AUDITED, accounts: [] }])
      expectProblem(await set(key, 0, policy), 400, "REQUEST_INVALID");
    const star = { key, json: { policy: AUDITED }, headers: { "if-match": "*" } };
    expectProblem(await call("PUT", OWN, star), 400, "REQUEST_INVALID");
  });

  test("is read by everybody where it is public, else by its account, signed by the market's key", async () => {
    const [owner, other] = [await makeKeyHolder(), await makeKeyHolder()];
    const path = `/v1/people/${owner.username}/policy`;
    await set(owner.key, 0, AUDITED);
    expectProblem(await call("GET", path), 404, "NOT_FOUND");
    expectProblem(await call("GET", path, { key: other.key }), 404, "NOT_FOUND");
    expectProblem(await call("GET", "/v1/people/nobody-at-all/policy"), 404, "NOT_FOUND");
    expect((await call("GET", path, { key: owner.key })).body).toMatchObject({ number: 1, policy: AUDITED });
    await set(owner.key, 1, AUDITED, true);
    const { body } = await call("GET", path);
    const [inUse] = (await call("GET", "/v1/keys")).body["keys"] as { key_id: string }[];
    expect(body["key_id"]).toBe(inUse?.key_id);
    const signed = openPolicy(body["envelope"], inUse?.key_id ?? "");
    expect(signed).toMatchObject({
      account: { id: owner.accountId, name: owner.username },
      number: 2,
      policy: AUDITED,
    });
    expect(openPolicy(body["envelope"], newAddress())).toBeNull();
    const { payload, ...rest } = body["envelope"] as { payload: string };
    const text = Buffer.from(payload, "base64").toString().replace("audited", "unverified");
    expect(
      openPolicy({ ...rest, payload: Buffer.from(text).toString("base64") }, inUse?.key_id ?? ""),
    ).toBeNull();
  });
});

describe("a call with a key of the account", () => {
  test("is refused before it runs, with the rule and what to do; without the key, or by another, it runs", async () => {
    const [owner, other] = [await makeKeyHolder(), await makeKeyHolder()];
    await set(owner.key, 0, { ...AUDITED, allowedLicenses: ["BSD-2-Clause"] });
    const json = { input: { text: "a" } };
    for (const path of [`/v1/skills/${slug}/call`, `/v1/skills/${slug}/run`]) {
      const refused = await call("POST", path, { key: owner.key, json });
      expectProblem(refused, 403, "POLICY_REFUSED");
      expect(refused.body["reason"]).toBe("leastAudit");
      expect(refused.body["detail"]).toMatch(
        /^\S+ 1\.0\.0 is refused by leastAudit of your account's policy .*found is Unverified; choose .*also refused by allowedLicenses\.$/,
      );
      for (const key of [undefined, other.key])
        expect((await call("POST", path, { ...(key && { key }), json })).status).toBe(200);
    }
    const runs = await database().run.count({ where: { accountId: owner.accountId } });
    expect(runs).toBe(0);
    await set(owner.key, 1, { policyVersion: 1, leastAudit: "unverified", severityCeiling: "high" });
    expect((await call("POST", `/v1/skills/${slug}/call`, { key: owner.key, json })).status).toBe(200);
  });
});

describe("a marketplace of plugins", () => {
  const plugins = async (path: string) => {
    const { status, body } = await call("GET", path);
    expect(status).toBe(200);
    const { plugins: listed, description, name } = body as unknown as Marketplace;
    return { names: listed.map((each) => each.name), description, name };
  };

  test("leaves out what a public policy refuses, and says how many; a policy that is not public is not found", async () => {
    const owner = await makeKeyHolder();
    const address = "/.claude-plugin/marketplace.json";
    await set(owner.key, 0, AUDITED);
    expectProblem(await call("GET", `${address}?policy=${owner.username}`), 404, "NOT_FOUND");
    expect((await plugins(address)).names).toContain(slug);
    await set(owner.key, 1, AUDITED, true);
    const narrowed = await plugins(`${address}?policy=${owner.username}`);
    expect(narrowed.names).not.toContain(slug);
    expect(narrowed.description).toMatch(
      new RegExp(`The policy of ${owner.username} refuses [1-9]\\d* others\\.`),
    );
  });

  test("of a person obeys the person's own public policy, under the name that clients have added", async () => {
    const owner = await makeKeyHolder();
    const own = await publishNow(buildSkillPackage(), owner);
    const address = `/people/${owner.username}/.claude-plugin/marketplace.json`;
    await set(owner.key, 0, AUDITED);
    const before = await plugins(address);
    expect(before.names).toEqual([own.slug]);
    await set(owner.key, 1, AUDITED, true);
    const after = await plugins(`${address}?policy=${owner.username}`);
    expect([after.names, after.name]).toEqual([[], before.name]);
  });
});
