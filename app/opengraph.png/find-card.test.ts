import { beforeAll, expect, test } from "vitest";
import { findCard } from "@/app/opengraph.png/find-card";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { makePng } from "@/lib/package/testing/png";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

let username: string;
beforeAll(async () => {
  const account = await makeAccount();
  ({ username } = account);
  for (const name of ["shown", "hidden", "gone"]) await publishNow(buildSkillPackage({ name }), account);
  await quarantineSkill({ actor: await makeAdministrator(), skill: "hidden", reason: "It is looked at." });
  await yankVersion({ actor: await getActorOf(username), skill: "gone", version: "1.0.0", reason: "wrong" });
});

test("a skill's picture has its name, sign, publisher, seal and price, in the language asked for", async () => {
  const card = await findCard({ skill: "shown" }, "ko");
  expect(card?.of).toBe(username);
  expect(card?.title).toMatch(/shown/i);
  expect(card?.sign).toMatch(/^M12 /);
  expect(card?.icon).toBeUndefined();
  expect(card?.facts.map(({ text }) => text)).toEqual(["감사 전", "커뮤니티", "무료", "1.0.0"]);
});

test("a skill's picture has the icon its package brings", async () => {
  const files = { "assets/icon.png": makePng() };
  await publishNow(buildSkillPackage({ name: "with-icon", files }), await makeAccount());
  expect((await findCard({ skill: "with-icon" }, "en"))?.icon).toMatch(/^data:image\/png;base64,iVBOR/);
});

test.each(["hidden", "gone", "never"])("a skill that is not shown has none: %s", async (skill) => {
  expect(await findCard({ skill }, "en")).toBeNull();
});

test("an account's picture counts what is public; an unknown account and receipt have none", async () => {
  const card = await findCard({ person: username }, "en");
  expect(card).toMatchObject({ title: username });
  expect(await findCard({ person: "nobody-here" }, "en")).toBeNull();
  expect(await findCard({ receipt: "rcp_none" }, "en")).toBeNull();
});
