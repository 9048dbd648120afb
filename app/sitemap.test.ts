import { beforeAll, expect, test } from "vitest";
import { GET } from "@/app/sitemap.xml/route";
import { saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();
const read = async (query: string) => (await GET(new Request(`http://127.0.0.1/sitemap.xml${query}`))).text();
const name = uniqueName("set");
let username: string;

beforeAll(async () => {
  const account = await makeAccount();
  ({ username } = account);
  const { slug } = await publishNow(buildSkillPackage(), account);
  const actor = await getActorOf(username);
  await saveSet({ actor, name, description: "One thing.", parts: [{ skill: slug, range: "*" }] });
});

test("sets are a part of the sitemap, in every language, until they are withdrawn", async () => {
  expect(await read("")).toContain("sitemap.xml?part=sets");
  expect(await read("?part=sets")).toContain(`/ko/sets/${name}<`);
  await withdrawSet({ actor: await getActorOf(username), name, reason: "Not kept up." });
  expect(await read("?part=sets")).not.toContain(name);
});
