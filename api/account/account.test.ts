import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { buildSkillPackage, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let owner: Awaited<ReturnType<typeof makeKeyHolder>>;
beforeAll(async () => {
  owner = await makeKeyHolder();
});
const get = (path: string) => call("GET", path, { key: owner.key });

test("a program learns whose key it has", async () => {
  const { body } = await get("/v1/account");
  expect(body).toMatchObject({
    account_id: owner.accountId,
    username: owner.username,
    role: "member",
    wallets: [owner.address],
    email_verified: false,
    api_key: { prefix: owner.key.slice(0, 11) },
    skills_count: 0,
  });
});

test("and sees its skills with what became of the last upload, published or not", async () => {
  const { slug, versionId } = await publishNow(buildSkillPackage(), owner);
  expect((await get("/v1/account/skills")).body).toMatchObject({
    results: [
      {
        name: slug,
        version: "1.0.0",
        version_id: versionId,
        vetting_status: "approved",
        published: true,
        audit_state: "Unverified",
        audit_can_be_asked: true,
      },
    ],
  });
  await database().skillVersion.update({
    where: { id: versionId },
    data: { vettingStatus: "caution", publishedAt: null },
  });
  const held = await get("/v1/account/skills");
  expect(held.body).toMatchObject({ results: [{ vetting_status: "caution", published: false }] });
  const [{ vetting_url } = { vetting_url: "" }] = held.body["results"] as { vetting_url: string }[];
  expect((await get(new URL(vetting_url).pathname)).status).toBe(200);
  const notices = await get("/v1/account/notices");
  expect(notices.body).toMatchObject({
    results: [{ kind: "caution", skill: slug, version: "1.0.0", look_url: vetting_url, act: null }],
  });
});

test.each([
  "/v1/account",
  "/v1/account/skills",
  "/v1/account/notices",
  "/v1/account/earnings",
  "/v1/account/payments",
  "/v1/account/payments.csv",
  "/v1/account/purchases",
])("401 without a key: %s", async (path) => {
  expectProblem(await call("GET", path), 401, "AUTH_REQUIRED");
});
