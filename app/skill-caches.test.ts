import { beforeAll, expect, test } from "vitest";
import { GET as badge } from "@/app/skills/[slug]/badge.svg/route";
import { GET as picture } from "@/app/opengraph.png/route";
import { GET as sitemap } from "@/app/sitemap.xml/route";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

beforeAll(async () => {
  await publishNow(buildSkillPackage({ name: "kept" }), await makeAccount());
});

test.each([
  ["/sitemap.xml?part=1", sitemap],
  ["/opengraph.png?skill=kept", picture],
  ["/skills/kept/badge.svg", (asked: Request) => badge(asked, { params: Promise.resolve({ slug: "kept" }) })],
])("caches in front of many callers ask again for %s after five seconds", async (path, get) => {
  const { status, headers } = await get(new Request(`http://127.0.0.1${path}`));
  expect([status, headers.get("cache-control")]).toEqual([
    200,
    expect.stringMatching(/^public, max-age=\d+, s-maxage=5$/),
  ]);
});
