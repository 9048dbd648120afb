import { beforeAll, expect, test } from "vitest";
import { listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import type { Actor } from "@/lib/identity/actor";
import { DOUBTFUL, HARMFUL, makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { decideCaution } from "@/lib/moderation/held";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

let administrator: Actor;
let owner: TestOwner;
beforeAll(async () => {
  [administrator, owner] = [await makeAdministrator(), await makeOwner()];
});

const kindOf = async (slug: string) =>
  (await listAttention(owner.actor.accountId)).filter((item) => item.slug === slug).map(({ kind }) => kind);
const appeal = (about: { skill: string; version?: string }) =>
  appealDecision({ actor: owner.actor, ...about, text: "Please look again." });
const deny = (appealId: string) =>
  decideAppeal({ actor: administrator, appealId, decision: "deny", text: "It stays as it is." });

test("a held version: waits, was rejected by an administrator, is appealed, and the appeal was denied", async () => {
  const { slug, versionId } = await owner.publish(DOUBTFUL);
  expect(await kindOf(slug)).toEqual(["caution"]);
  await decideCaution({ actor: administrator, versionId, decision: "reject", reason: "No." });
  expect(await kindOf(slug)).toEqual(["refused"]);
  const { appealId } = await appeal({ skill: slug, version: "1.0" });
  expect(await kindOf(slug)).toEqual(["appealed"]);
  await deny(appealId);
  expect(await kindOf(slug)).toEqual(["denied"]);
});

test("what vetting rejected itself stays so until it is appealed", async () => {
  const { slug } = await owner.publish(HARMFUL);
  expect(await kindOf(slug)).toEqual(["rejected"]);
  await deny((await appeal({ skill: slug, version: "1.0.0" })).appealId);
  expect(await kindOf(slug)).toEqual(["denied"]);
});

test("a quarantine: an appeal against an earlier one says nothing of it", async () => {
  const { slug } = await owner.publish();
  await quarantineSkill({ actor: administrator, skill: slug, reason: "x" });
  expect(await kindOf(slug)).toEqual(["quarantined"]);
  const { appealId } = await appeal({ skill: slug });
  expect(await kindOf(slug)).toEqual(["appealed"]);
  await deny(appealId);
  expect(await kindOf(slug)).toEqual(["denied"]);
  await releaseSkill({ actor: administrator, skill: slug, reason: "It was a mistake." });
  await quarantineSkill({ actor: administrator, skill: slug, reason: "Again." });
  expect(await kindOf(slug)).toEqual(["quarantined"]);
});
