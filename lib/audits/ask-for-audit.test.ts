import { beforeAll, describe, expect, test } from "vitest";
import { askForAudit, listQueue } from "@/lib/audits/queue";
import { getReview } from "@/lib/audits/review/get-review";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { fakeClock } from "@/lib/kernel/clock";
import { beginPublication, setPublicationTerms } from "@/lib/publishing/publications/publication-steps";
import { publishPublication } from "@/lib/publishing/publications/publish-publication";
import { getDashboard } from "@/lib/catalogue/dashboard/get-dashboard";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { drainJobs } from "@/lib/platform/jobs/work";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runVetting } from "@/lib/publishing/publish-version";

const database = testDatabase();
const { publisher: author, publish } = testPublisher();

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await makeVerifier();
});

/** A listed version of a new skill, or a further one. */
async function listed(name = uniqueName("asked"), version = "1.0.0") {
  const { versionId } = await publish({ name, version });
  return { name, versionId };
}

const ask = (versionId: string, who = author(), at?: string) =>
  askForAudit({ accountId: who.accountId, versionId }, at === undefined ? undefined : fakeClock(at));
const askedAt = async (versionId: string) =>
  (await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } })).auditAskedAt;

/** Publishes through the steps of the page, with this listing. */
async function publishAs(listing: string, name = uniqueName("asked"), version = "1.0.0") {
  const skillPackage = buildSkillPackage({ name, version });
  const { accountId } = author();
  const where = {
    accountId,
    id: await beginPublication({ accountId, package: skillPackage, fileName: null }),
  };
  await setPublicationTerms(where, { price: "", listing });
  const shown = {
    id: where.id,
    shown: { packageDigest: skillPackage.digest, priceLamports: "", listing, organisation: "" },
  };
  const { versionId } = await publishPublication(await getActorOf(author().username), shown);
  await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
  return { name, versionId };
}

describe("at publication", () => {
  test("an audit is asked for with the version when that was chosen, and not otherwise", async () => {
    const [asked, unverified] = [await publishAs("audit"), await publishAs("unverified")];
    const { createdAt } = await database().skillVersion.findUniqueOrThrow({ where: { id: asked.versionId } });
    expect(await askedAt(asked.versionId)).toEqual(createdAt);
    expect(await askedAt(unverified.versionId)).toBeNull();
  });

  test("a patch that carries a seal needs none; one that carries nothing may ask", async () => {
    const { name, versionId } = await listed();
    const open = await publishAs("audit", name, "1.0.1");
    expect(await askedAt(open.versionId)).not.toBeNull();
    await verifier.audit(open.versionId);
    const carrying = await publishAs("audit", name, "1.0.2");
    expect(await askedAt(carrying.versionId)).toBeNull();
    expect(await askedAt(versionId)).toBeNull();
  });
});

describe("the queue", () => {
  test("shows those asked for first, the longest asked before the others, then the rest by publication", async () => {
    const [first, second, third, fourth] = [await listed(), await listed(), await listed(), await listed()];
    await ask(fourth.versionId, author(), "2026-11-20T08:00:00Z");
    await ask(third.versionId, author(), "2026-11-20T09:00:00Z");
    const mine = new Set([first, second, third, fourth].map(({ versionId }) => versionId));
    const rows = (await listQueue(verifier.accountId)).rows.filter(({ versionId }) => mine.has(versionId));
    expect(rows.map(({ versionId, auditAskedAt }) => [versionId, auditAskedAt])).toEqual([
      [fourth.versionId, "2026-11-20T08:00:00.000Z"],
      [third.versionId, "2026-11-20T09:00:00.000Z"],
      [first.versionId, null],
      [second.versionId, null],
    ]);
    const review = await getReview(verifier.accountId, third.versionId);
    expect(review.auditAskedAt).toBe("2026-11-20T09:00:00.000Z");
  });

  test.each(["seal", "changes_requested"] as const)("a request is answered by %s", async (verdict) => {
    const { versionId } = await listed();
    await ask(versionId);
    await verifier.audit(versionId, { verdict });
    expect(await askedAt(versionId)).toBeNull();
    const again = ask(versionId);
    if (verdict === "seal") await expect(again).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
    else expect((await again).version).toBe("1.0.0");
  });
});

describe("asking", () => {
  test("twice, or ten times at once, is asking once: the first time stands", async () => {
    const { versionId } = await listed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, hour) => ask(versionId, author(), `2026-11-20T0${hour}:00:00Z`)),
    );
    expect(new Set(answers.map((answer) => answer.askedAt))).toHaveLength(1);
    const later = await ask(versionId);
    expect(later.askedAt).toBe(answers[0]?.askedAt);
    expect((await askedAt(versionId))?.toISOString()).toBe(later.askedAt);
  });

  test("is for the owner alone, also not for an administrator or a verifier", async () => {
    const { versionId } = await listed();
    for (const who of [verifier, await makeAccount(), await makeAccount({ role: "administrator" })])
      await expect(ask(versionId, who)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(ask("ver_none")).rejects.toMatchObject({ code: "VERSION_NOT_FOUND" });
    expect(await askedAt(versionId)).toBeNull();
  });

  test("is refused for what is yanked, replaced, in quarantine, or not listed yet", async () => {
    const [yanked, replaced, hidden] = [await listed(), await listed(), await listed()];
    await yankVersion({ actor: author(), skill: yanked.name, version: "1.0.0", reason: "wrong" });
    await listed(replaced.name, "1.1.0");
    await quarantineSkill({ actor: await makeAdministrator(), skill: hidden.name, reason: "a look" });
    await expect(ask(yanked.versionId)).rejects.toMatchObject({ code: "VERSION_NOT_AVAILABLE" });
    await expect(ask(replaced.versionId)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
    await expect(ask(replaced.versionId)).rejects.toThrow("ask for 1.1.0");
    await expect(ask(hidden.versionId)).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
    expect((await listQueue(verifier.accountId)).rows.map(({ slug }) => slug)).not.toContain(hidden.name);
    const { versionId } = await listed();
    await database().skillVersion.update({ where: { id: versionId }, data: { publishedAt: null } });
    await expect(ask(versionId)).rejects.toMatchObject({ code: "VERSION_NOT_FOUND" });
  });

  test("the dashboard offers it where it is possible, and says since when it is asked for", async () => {
    const [open, sealed] = [await listed(), await listed()];
    await verifier.audit(sealed.versionId);
    const of = async (name: string) =>
      (await getDashboard(author().accountId)).skills.find(({ slug }) => slug === name);
    expect(await of(open.name)).toMatchObject({ askable: true, auditAskedAt: null });
    expect(await of(sealed.name)).toMatchObject({ askable: false });
    const asked = await ask(open.versionId);
    expect(await of(open.name)).toMatchObject({ askable: true, auditAskedAt: asked.askedAt });
  });
});
