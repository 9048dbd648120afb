import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decideChallenge, lapseChallenges } from "@/lib/audits/challenges/decide-challenge";
import { listChallenges } from "@/lib/audits/challenges/list-challenges";
import { openChallenge } from "@/lib/audits/challenges/open-challenge";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { fakeClock, systemClock } from "@/lib/clock";
import type { Actor } from "@/lib/identity/actor";
import { getSkill } from "@/lib/registry/get-skill";
import { listVersions } from "@/lib/registry/list-versions";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { searchSkills } from "@/lib/search/search-skills";
import { makeAccount, makeAdministrator, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher: author, publish } = testPublisher();

let verifier: TestVerifier;
let challenger: TestAccount;
let administrator: Actor;
let name: string;
let versionId: string;

beforeAll(async () => {
  [verifier, administrator] = [await makeVerifier(), await makeAdministrator()];
});

beforeEach(async () => {
  challenger = await makeAccount();
  name = uniqueName("challenged");
  ({ versionId } = await publish({ name }));
  await verifier.audit(versionId);
});

const challenge = (account = challenger, of = versionId) =>
  openChallenge({
    accountId: account.accountId,
    versionId: of,
    claim: "It sends the text to a third party.",
    evidence: "Run it behind a proxy: scripts/main.py, line 2.",
  });
const decide = (challengeId: string, decision: "upheld" | "rejected", actor = administrator) =>
  decideChallenge(actor, { challengeId, decision, outcome: "Looked at and confirmed." });
const states = async () =>
  Object.fromEntries((await listVersions(name)).map((row) => [row.version, row.auditState]));

describe("a challenge", () => {
  test("leaves the state until it is decided; upheld, it ends the seal everywhere, also for patches", async () => {
    await publish({ name, version: "1.0.1", body: "# Patch\n" });
    const { challengeId } = await challenge();
    expect(await states()).toEqual({ "1.0.1": "Audited", "1.0.0": "Audited" });
    await decide(challengeId, "upheld");
    expect(await states()).toEqual({ "1.0.1": "Unverified", "1.0.0": "Unverified" });
    expect(await getSkill(name)).toMatchObject({ auditState: "Unverified", trustLevel: "community" });
    expect((await searchSkills({ q: name, audit: ["Audited"] })).total).toBe(0);
    expect((await getSkill(name, { version: "1.0.0" })).seals[0]?.counts).toBe(false);
    expect((await listChallenges({ versionId }))[0]).toMatchObject({ state: "upheld", slug: name });
  });

  test("upheld against a patch ends what it carried, not the seal of the version before, and passes to no later patch", async () => {
    const patch = await publish({ name, version: "1.0.1", body: "# Patch\n" });
    await decide((await challenge(challenger, patch.versionId)).challengeId, "upheld");
    expect(await states()).toEqual({ "1.0.1": "Unverified", "1.0.0": "Audited" });
    expect((await searchSkills({ q: name, audit: ["Audited"] })).total).toBe(0);
    await publish({ name, version: "1.0.2", body: "# Again\n" });
    expect(await states()).toMatchObject({ "1.0.2": "Unverified" });
  });

  test("a seal signed after it was upheld counts again; one rejected changes nothing", async () => {
    await decide((await challenge()).challengeId, "rejected");
    expect(await states()).toEqual({ "1.0.0": "Audited" });
    await decide((await challenge()).challengeId, "upheld");
    expect(await states()).toEqual({ "1.0.0": "Unverified" });
    await verifier.audit(versionId);
    expect(await states()).toEqual({ "1.0.0": "Audited" });
  });

  test("is not possible for one's own, an Unverified version, twice at once, or without evidence", async () => {
    const refused = { code: "CHALLENGE_NOT_ALLOWED" };
    await expect(challenge(author())).rejects.toMatchObject(refused);
    const plain = await publish({ name: uniqueName() });
    await expect(challenge(challenger, plain.versionId)).rejects.toMatchObject(refused);
    const attempts = await Promise.allSettled([challenge(), challenge(), challenge()]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const empty = { accountId: challenger.accountId, versionId, claim: "x", evidence: " " };
    await expect(openChallenge(empty)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  });

  test("is decided once, by an administrator, and lapses when nobody decides in time", async () => {
    const { challengeId } = await challenge();
    const member = { ...administrator, role: "member" as const };
    await expect(decide(challengeId, "upheld", member)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(decide("chl_nobody_knows", "upheld")).rejects.toMatchObject({ code: "CHALLENGE_NOT_FOUND" });
    const both = await Promise.allSettled([decide(challengeId, "upheld"), decide(challengeId, "rejected")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await verifier.audit(versionId);
    await challenge();
    const clock = fakeClock(systemClock.now());
    clock.advanceMs(15 * 86_400_000);
    await lapseChallenges(clock);
    expect(await listChallenges({ versionId })).toMatchObject([{ state: "lapsed" }, {}]);
    const kinds = (await database().logEntry.findMany({ where: { subjectId: versionId } })).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind.startsWith("challenge:"))).toHaveLength(4);
  });
});
