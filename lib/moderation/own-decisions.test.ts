import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { decideReport, reportSkill } from "@/lib/moderation/reports";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import { DOUBTFUL, HARMFUL } from "@/lib/log/events/notices/testing/owner";
import { decideCaution } from "@/lib/moderation/held";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import {
  getActorOf,
  makeAccount,
  makeAdministrator,
  testBlobStore,
  buildSkillPackage,
  publishNow,
  type SkillParts,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { give } from "@/lib/ownership/transfers/testing/market";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

const NOT_ALLOWED = { code: "DECISION_NOT_ALLOWED" };
let judge: Actor;
beforeEach(async () => {
  await database().account.updateMany({ where: { role: "administrator" }, data: { role: "member" } });
  judge = await makeAdministrator();
});

interface Case {
  skillId: string;
  decide: (actor: Actor) => Promise<unknown>;
}
const publish = (owner: Actor, parts: SkillParts = {}) => publishNow(buildSkillPackage(parts), owner);
const quarantine = async (owner: Actor, skill: string) =>
  quarantineSkill({ actor: owner, skill, reason: "A look." });

/** What waits for a decision about a skill of `owner`; what the log says of it when its owner decides. */
const CASES: Record<string, { wait: (owner: Actor) => Promise<Case>; logged: string[] }> = {
  "approving a held upload": {
    wait: async (owner) => {
      const { skillId, versionId } = await publish(owner, DOUBTFUL);
      return { skillId, decide: (actor) => decideCaution({ actor, versionId, decision: "approve" }) };
    },
    logged: ["version:decided approve"],
  },
  "rejecting a held upload": {
    wait: async (owner) => {
      const { skillId, versionId } = await publish(owner, DOUBTFUL);
      const decision = { versionId, decision: "reject", reason: "A secret reason." } as const;
      return { skillId, decide: (actor) => decideCaution({ actor, ...decision }) };
    },
    logged: ["version:decided reject"],
  },
  "granting an appeal of a rejection": {
    wait: async (owner) => {
      const { slug, skillId } = await publish(owner, HARMFUL);
      const about = { actor: owner, skill: slug, version: "1.0.0", text: "It is a test." };
      const { appealId } = await appealDecision(about);
      const decision = { appealId, decision: "grant", text: "A secret reason." } as const;
      return { skillId, decide: (actor) => decideAppeal({ actor, ...decision }) };
    },
    logged: ["appeal:decided granted"],
  },
  "granting an appeal of a quarantine": {
    wait: async (owner) => {
      const { slug, skillId } = await publish(owner);
      await quarantine(judge, slug);
      const { appealId } = await appealDecision({ actor: owner, skill: slug, text: "Look again." });
      const decision = { appealId, decision: "grant", text: "It is fine." } as const;
      return { skillId, decide: (actor) => decideAppeal({ actor, ...decision }) };
    },
    logged: ["skill:released", "appeal:decided granted"],
  },
  "dismissing a report": {
    wait: async (owner) => {
      const { slug, skillId } = await publish(owner);
      const caller = { address: "203.0.113.1" };
      const { reportId } = await reportSkill({
        skill: slug,
        reason: "spam",
        text: "A secret reason.",
        caller,
      });
      const decision = { reportId, decision: "dismiss", text: "A secret reason." } as const;
      return { skillId, decide: (actor) => decideReport({ actor, ...decision }) };
    },
    logged: ["report:decided dismiss"],
  },
  "ending a quarantine": {
    wait: async (owner) => {
      const { slug, skillId } = await publish(owner);
      await quarantine(judge, slug);
      return { skillId, decide: (actor) => releaseSkill({ actor, skill: slug, reason: "It is fine." }) };
    },
    logged: ["skill:released"],
  },
};

/** What the log says was decided by an owner: kind and decision. */
async function loggedOwners(): Promise<string[]> {
  const rows = await database().logEntry.findMany({ orderBy: { seq: "asc" } });
  expect(rows.map(({ body }) => body).join()).not.toMatch(/A secret reason/);
  return rows
    .map(({ kind, body }) => ({ kind, data: (JSON.parse(body) as { data: Record<string, string> }).data }))
    .filter(({ data }) => data["decidedBy"] === "owner")
    .map(({ kind, data }) => [kind, data["decision"]].join(" ").trim());
}

describe.each(Object.entries(CASES))("%s", (_name, { wait, logged }) => {
  test("is left to another administrator where there is one", async () => {
    const other = await makeAdministrator();
    const { skillId, decide } = await wait(judge);
    expect(await listLeftToOthers(judge, [skillId, "none"])).toEqual(new Set([skillId]));
    const before = await loggedOwners();
    await expect(decide(judge)).rejects.toMatchObject(NOT_ALLOWED);
    expect(await listLeftToOthers(other, [skillId])).toEqual(new Set());
    await decide(other);
    expect(await loggedOwners()).toEqual(before);
  });

  test("is the owner's in a market with one administrator, and the log says so", async () => {
    const { skillId, decide } = await wait(judge);
    expect(await listLeftToOthers(judge, [skillId])).toEqual(new Set());
    const before = await loggedOwners();
    await decide(judge);
    expect((await loggedOwners()).slice(before.length)).toEqual(logged);
  });

  test("about somebody else's skill is nothing to speak of", async () => {
    const { decide } = await wait(await getActorOf((await makeAccount()).username));
    const before = await loggedOwners();
    await decide(judge);
    expect(await loggedOwners()).toEqual(before);
  });
});

test("a skill that was an administrator's once is decided about by another one; of two owners the one left decides", async () => {
  const buyer = await getActorOf((await makeAccount()).username);
  const { slug } = await publish(judge);
  await give(judge, buyer, slug);
  const other = await makeAdministrator();
  const release = (actor: Actor) => releaseSkill({ actor, skill: slug, reason: "It is fine." });
  await quarantine(judge, slug);
  await expect(release(judge)).rejects.toMatchObject(NOT_ALLOWED);
  await release(other);

  await give(buyer, other, slug);
  await quarantine(judge, slug);
  // Both are or were its owners, and nobody else administrates.
  await release(other);
  expect((await loggedOwners()).at(-1)).toBe("skill:released");
});
