import { beforeAll, expect, test } from "vitest";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { searchSkills } from "@/lib/search/search-skills";
import type { SkillSearch } from "@/lib/search/views";
import { newId } from "@/lib/kernel/ids";
import { database } from "@/lib/db/client";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

let person: TestAccount;
let stranger: TestAccount;
let own: string;
let named: string;
const bot = uniqueName("bot");
let ofBot: string;

beforeAll(async () => {
  [person, stranger] = [await makeAccount(), await makeAccount()];
  own = (await publishNow(buildSkillPackage(), person)).slug;
  named = (await publishNow(buildSkillPackage(), stranger, { authorAgent: { name: person.username } })).slug;
  ofBot = (await publishNow(buildSkillPackage(), person, { authorAgent: { name: bot } })).slug;
});

const found = async (search: SkillSearch) =>
  (await searchSkills(search)).rows.map(({ slug }) => slug).toSorted();

test("an agent that calls itself as somebody is called adds nothing to what that person published", async () => {
  expect(await found({ author: person.username })).toEqual([own, ofBot].toSorted());
  expect(await found({ publisher: person.username })).toEqual([own, ofBot].toSorted());
  expect(await found({ agent: person.username })).toEqual([named]);
});

test("an agent whose name nobody has is an author as well", async () => {
  expect(await found({ author: bot })).toEqual([ofBot]);
  expect(await found({ publisher: bot })).toEqual([]);
});

test("a former user name goes on finding what its account publishes, and no agent of that name", async () => {
  const { username } = person;
  await renameAccount(await getActorOf(username), uniqueName("renamed"));
  expect(await found({ publisher: username })).toEqual([own, ofBot].toSorted());
  expect(await found({ author: username })).toEqual([own, ofBot].toSorted());
});

test("what strangers publish for an agent that an account has claimed is not that agent's", async () => {
  const foreign = await publishNow(buildSkillPackage(), stranger, { authorAgent: { name: bot } });
  expect(await found({ author: bot })).toEqual([foreign.slug, ofBot].toSorted());
  const { accountId } = person;
  const claimed = { state: "claimed", accountId, claimedAt: new Date() } as const;
  const id = newId("agt");
  await database().agentAuthorIdentity.create({
    data: { id, name: bot, canonicalName: bot, secretHmac: id, ...claimed },
  });
  expect(await found({ author: bot })).toEqual([ofBot]);
  expect(await found({ agent: bot })).toEqual([ofBot]);
});
