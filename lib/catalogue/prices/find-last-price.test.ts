import { expect, test } from "vitest";
import { findLastPrice } from "@/lib/catalogue/prices/prices";
import { publishVersion, runVetting } from "@/lib/publishing/publish-version";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

test("the last price is that of a skill that is listed, whatever waits behind it, and its owner's alone to ask", async () => {
  const creator = await makeAccount();
  const slug = uniqueName("priced");
  const at = (version: string) => buildSkillPackage({ name: slug, version });
  const where = { accountId: creator.accountId, slug };
  const asked = { actor: creator, source: "page" as const };
  expect(await findLastPrice(where)).toBeNull();

  const first = await publishVersion({ ...asked, package: at("1.0.0"), priceLamports: 20_000n });
  expect(await findLastPrice(where)).toBeNull();
  await runVetting(first.vettingJobId);
  await publishVersion({ ...asked, package: at("1.1.0") });
  expect(await findLastPrice(where)).toBe(20_000n);
  expect(await findLastPrice({ ...where, accountId: (await makeAccount()).accountId })).toBeNull();
});

test("a free skill costs nothing, which is not the same as no skill", async () => {
  const creator = await makeAccount();
  const slug = uniqueName("free");
  await publishNow(buildSkillPackage({ name: slug }), creator);
  expect(await findLastPrice({ accountId: creator.accountId, slug })).toBe(0n);
});
