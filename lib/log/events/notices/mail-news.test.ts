import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decideChallenge, lapseChallenges, openChallenge } from "@/lib/audits/challenges";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { inTransaction } from "@/lib/db/transaction";
import { makeDraft, mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { listDecidedAbout } from "@/lib/moderation/list-decided-about";
import {
  decideReport,
  type ReportDecision,
  reportSkill,
  type SetReportDecision,
} from "@/lib/moderation/reports";
import { decideSetReport, reportSet } from "@/lib/moderation/set-reports";
import { saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import { DOUBTFUL, HARMFUL, makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { decideCaution } from "@/lib/moderation/held";
import { quarantineIn, quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { makeAccount, makeAdministrator, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runVetting } from "@/lib/publishing/publish-version";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

let administrator: Actor;
let owner: TestOwner;
let verifier: TestVerifier;
beforeAll(async () => {
  [administrator, verifier] = [await makeAdministrator(), await makeVerifier()];
});
beforeEach(async () => {
  owner = await makeOwner();
});

const quarantine = (skill: string, reason = "It sends files away.", actor = administrator) =>
  quarantineSkill({ actor, skill, reason });
const release = (skill: string) => releaseSkill({ actor: administrator, skill, reason: "It was a mistake." });

/** Whoever reported a skill can report it again. */
const nextDay = (slug: string) =>
  database().$executeRaw`UPDATE "Reports" SET "identity_hash" = "id"
    WHERE "skill_id" = (SELECT "id" FROM "Skills" WHERE "slug" = ${slug})`;
const setIds = async (names: string[]) =>
  (await database().skillSet.findMany({ where: { name: { in: names } } })).map(({ id }) => id);

describe("what administrators decide", () => {
  test("a quarantine is told with its reason and where to appeal, and so is its end", async () => {
    const { slug } = await owner.publish();
    expect(await owner.told()).toEqual([]);
    await quarantine(slug);
    expect(await owner.told()).toEqual([`${slug} is in quarantine`]);
    expect(await owner.lastText()).toMatch(
      new RegExp(`> It sends files away\\.\n[^]*/skills/${slug}/quarantine\n[^]*/settings#mails\n$`),
    );
    await release(slug);
    expect((await owner.told()).slice(1)).toEqual([`The quarantine of ${slug} has ended`]);
    expect(await owner.lastText()).toContain("> It was a mistake.");
  });

  test("a report is told where it is upheld, in the administrator's words and never in the reporter's, who hears too", async () => {
    const { slug } = await owner.publish();
    const reporter = await makeOwner();
    const reported = async (decision: ReportDecision, address: string) => {
      const caller = { address, accountId: reporter.actor.accountId };
      const report = { skill: slug, reason: "malware", text: "My rival did it.", caller };
      const { reportId } = await reportSkill(report);
      await decideReport({ actor: administrator, reportId, decision, text: "Confirmed." });
    };
    await reported("dismiss", "203.0.113.1");
    expect(await owner.told()).toEqual([]);
    expect(await listDecidedAbout(owner.actor.accountId)).toEqual([]);
    await nextDay(slug);
    await reported("uphold", "203.0.113.2");
    expect(await owner.told()).toEqual([`A report about ${slug} was upheld`]);
    expect(await owner.lastText()).toMatch(new RegExp(`> Confirmed\\.\n[^]*/skills/${slug}\n`));
    expect(await owner.lastText()).not.toMatch(/rival|203\.0\.113/i);
    const decided = await listDecidedAbout(owner.actor.accountId);
    expect(decided).toMatchObject([{ what: "upheld-skill", name: slug, reason: "Confirmed." }]);
    await nextDay(slug);
    await reported("quarantine", "203.0.113.3");
    await nextDay(slug);
    await reported("quarantine", "203.0.113.4");
    expect(await reporter.told()).toEqual([
      `Your report about ${slug} was dismissed`,
      `Your report about ${slug} was upheld`,
      `Your report about ${slug} was upheld`,
      `Your report about ${slug} was upheld`,
    ]);
    expect(await reporter.lastText()).toMatch(/> Confirmed\.\n[^]*\/reports\/rpt_/);
    expect(await owner.told()).toEqual([`A report about ${slug} was upheld`, `${slug} is in quarantine`]);
    expect(await listDecidedAbout(owner.actor.accountId)).toHaveLength(1);
    expect(await owner.lastText()).toContain("> Confirmed.");
    expect(await owner.lastText()).not.toMatch(/rival|203\.0\.113|report/i);
  });

  test("a set is told as withdrawn by somebody else, and as reported where a report is upheld", async () => {
    const { slug } = await owner.publish();
    const [kept, gone, own] = [uniqueName("set"), uniqueName("set"), uniqueName("set")];
    const parts = [{ skill: slug, range: "*" }];
    for (const name of [kept, gone, own])
      await saveSet({ actor: owner.actor, name, description: "One.", parts });
    const decide = async (set: string, decision: SetReportDecision, address: string) => {
      const { reportId } = await reportSet({
        set,
        reason: "spam",
        text: "My rival did it.",
        caller: { address },
      });
      await decideSetReport({ actor: administrator, reportId, decision, text: "Confirmed." });
    };
    await decide(kept, "dismiss", "203.0.113.1");
    await decide(kept, "uphold", "203.0.113.2");
    await decide(gone, "withdraw", "203.0.113.3");
    await withdrawSet({ actor: owner.actor, name: own, reason: "Not kept up." });
    await withdrawSet({ actor: administrator, name: kept, reason: "Not true." });
    await withdrawSet({ actor: administrator, name: kept, reason: "Again." });
    expect(await owner.told()).toEqual([
      `A report about ${kept} was upheld`,
      `Your set ${gone} was withdrawn`,
      `Your set ${kept} was withdrawn`,
    ]);
    expect(await owner.lastText()).toMatch(new RegExp(`> Not true\\.\n[^]*/sets/${kept}\n`));
    const decided = await listDecidedAbout(owner.actor.accountId);
    expect(decided.map(({ what, name, reason }) => [what, name, reason])).toEqual([
      ["withdrawn-set", kept, "Not true."],
      ["withdrawn-set", gone, "Confirmed."],
      ["upheld-set", kept, "Confirmed."],
    ]);
    const kinds = { subjectId: { in: await setIds([kept, gone, own]) }, kind: "set:withdrawn" };
    expect(await database().event.count({ where: kinds })).toBe(3);
  });

  test("a held version is told as held, then as approved or rejected, each in one mail", async () => {
    const [good, bad] = [await owner.publish(DOUBTFUL), await owner.publish(DOUBTFUL)];
    const decide = (versionId: string, decision: "approve" | "reject", reason = "") =>
      decideCaution({ actor: administrator, versionId, decision, reason });
    await decide(good.versionId, "approve");
    await decide(bad.versionId, "reject", "No version says what changed.");
    expect(await owner.told()).toEqual([
      `${good.slug} 1.0 is waiting for an administrator`,
      `${bad.slug} 1.0 is waiting for an administrator`,
      `${good.slug} 1.0 was approved`,
      `${bad.slug} 1.0 was rejected by an administrator`,
    ]);
    expect(await owner.lastText()).toMatch(/> No version says what changed\.\n[^]*\/publish\/ver_/);
  });

  test("the answer to an appeal is told once, whatever it undoes", async () => {
    const { slug } = await owner.publish();
    const rejected = await owner.publish(HARMFUL);
    const appeal = async (about: { skill: string; version?: string }, decision: "grant" | "deny") => {
      const { appealId } = await appealDecision({ actor: owner.actor, ...about, text: "Please look again." });
      await decideAppeal({ actor: administrator, appealId, decision, text: `An answer: ${decision}.` });
    };
    await quarantine(slug);
    await appeal({ skill: slug }, "deny");
    await appeal({ skill: slug }, "grant");
    expect(await owner.lastText()).toContain("> An answer: grant.");
    await appeal({ skill: rejected.slug, version: "1.0.0" }, "deny");
    expect(await owner.lastText()).toContain("> An answer: deny.");
    await appeal({ skill: rejected.slug, version: "1.0.0" }, "grant");
    expect(await owner.told()).toEqual([
      `${rejected.slug} 1.0.0 was rejected by vetting`,
      `${slug} is in quarantine`,
      `Your appeal about ${slug} was denied`,
      `The quarantine of ${slug} has ended`,
      `Your appeal about ${rejected.slug} 1.0.0 was denied`,
      `Your appeal about ${rejected.slug} 1.0.0 was granted`,
    ]);
  });

  test("a version that an administrator withdraws", async () => {
    const { slug } = await owner.publish();
    await yankVersion({ actor: administrator, skill: slug, version: "1.0.0", reason: "It holds a key." });
    await yankVersion({ actor: administrator, skill: slug, version: "1.0.0", reason: "Again." });
    expect(await owner.told()).toEqual([`${slug} 1.0.0 was withdrawn`]);
    expect(await owner.lastText()).toContain("> It holds a key.");
  });
});

describe("what vetting, verifiers and others do", () => {
  test("a rejection is told with what was found, once however often its job is repeated", async () => {
    const { slug, versionId } = await owner.publish(HARMFUL);
    const [job] = await database().vettingJob.findMany({ where: { versionId } });
    await runVetting(job?.id ?? "");
    await Promise.all([runVetting(job?.id ?? ""), runVetting(job?.id ?? "")]);
    expect(await owner.told()).toEqual([`${slug} 1.0.0 was rejected by vetting`]);
    expect(await owner.lastText()).toMatch(
      new RegExp(`> malicious.reverse_shell: [^]*/publish/${versionId}\n`),
    );
  });

  test("a seal, a request for changes, and what is taken back", async () => {
    const { slug, versionId } = await owner.publish();
    const note = "The timeout is never checked.";
    await verifier.audit(versionId, { verdict: "changes_requested", note });
    expect(await owner.lastText()).toMatch(
      /> The timeout is never checked\.\n[^]*\/security\?version=1\.0\.0\n/,
    );
    const auditId = await verifier.audit(versionId);
    const back = { accountId: verifier.accountId, auditId, reason: "I read the wrong file." };
    await revokeAudit(back);
    await revokeAudit(back);
    expect(await owner.lastText()).toContain("> I read the wrong file.");
    expect(await owner.told()).toEqual([
      `A verifier requested changes to ${slug} 1.0.0`,
      `${slug} 1.0.0 has been sealed`,
      `A verifier has revoked an audit of ${slug} 1.0.0`,
    ]);
  });

  test("a challenge when it is opened, decided and lapses, without the words of whoever opened it", async () => {
    const { slug, versionId } = await owner.publish();
    await verifier.audit(versionId);
    const open = async () => {
      const { accountId } = await makeAccount();
      const words = { claim: "Visit my shop.", evidence: "It is nicer." };
      return (await openChallenge({ accountId, versionId, ...words })).challengeId;
    };
    const decide = (challengeId: string, decision: "upheld" | "rejected") =>
      decideChallenge(administrator, { challengeId, decision, outcome: `Looked at: ${decision}.` });
    const first = await open();
    expect(await owner.lastText()).not.toMatch(/shop|nicer/);
    await decide(first, "rejected");
    await open();
    const later = { now: () => new Date(Date.now() + 15 * 86_400_000) };
    await lapseChallenges(later);
    await lapseChallenges(later);
    expect((await owner.told()).slice(1)).toEqual([
      `${slug} 1.0.0 has been challenged`,
      `The challenge to ${slug} 1.0.0 was rejected`,
      `${slug} 1.0.0 has been challenged`,
      `The challenge to ${slug} 1.0.0 has lapsed`,
    ]);
    await decide(await open(), "upheld");
    const upheld = (await mailsTo(owner.email)).find(({ subject }) => subject.includes("upheld"));
    expect(upheld?.text).toContain("> Looked at: upheld.");
  });

  test("whoever challenged is told how it ended, with the words of who decided, and may switch that off", async () => {
    const { slug, versionId } = await owner.publish();
    await verifier.audit(versionId);
    const challenger = await makeOwner();
    const words = { claim: "It miscounts.", evidence: "Give it an empty text." };
    const open = () => openChallenge({ accountId: challenger.actor.accountId, versionId, ...words });
    const end = async (decision: "upheld" | "rejected") => {
      const { challengeId } = await open();
      await decideChallenge(administrator, { challengeId, decision, outcome: `Looked at: ${decision}.` });
    };
    await end("rejected");
    expect(await challenger.lastText()).toContain("> Looked at: rejected.");
    await open();
    await lapseChallenges({ now: () => new Date(Date.now() + 15 * 86_400_000) });
    await end("upheld");
    const told = [
      `Your challenge to ${slug} 1.0.0 was rejected`,
      `Your challenge to ${slug} 1.0.0 has lapsed`,
      `Your challenge to ${slug} 1.0.0 was upheld`,
    ];
    expect((await challenger.told()).sort()).toEqual([...told].sort());
    expect(await challenger.lastText()).toContain("because the challenge is yours");
    await setMailSettings(challenger.actor, { notices: false, locale: "en" });
    await verifier.audit(versionId);
    await end("rejected");
    expect(await challenger.told()).toHaveLength(told.length);
  });

  test("a signed challenge in one mail, with the note of the verifier who signed it", async () => {
    const { slug, versionId } = await owner.publish();
    await verifier.audit(versionId);
    const second = await makeVerifier();
    await second.audit(versionId, { verdict: "challenge", note: "It opens a socket.\nSee line 2." });
    expect((await owner.told()).slice(1)).toEqual([`A verifier has challenged ${slug} 1.0.0`]);
    expect(await owner.lastText()).toContain("> It opens a socket.\n> See line 2.");
  });
});

describe("nothing is told", () => {
  test("of what owners do themselves", async () => {
    const self = await makeOwner("administrator");
    const { slug } = await self.publish();
    await yankVersion({ actor: self.actor, skill: slug, version: "1.0.0", reason: "Mine." });
    await quarantine(slug, "Mine.", self.actor);
    expect(await self.told()).toEqual([]);
  });

  test("to a draft nobody has claimed, an address nobody has proven, or a closed account", async () => {
    const contactEmail = `${uniqueName("draft")}@example.org`;
    const draft = await makeDraft({ contactEmail });
    await quarantine(draft.slug);
    expect(await mailsTo(contactEmail)).toHaveLength(1); // The link that claims it.

    const { slug } = await owner.publish();
    const { accountId: id, username } = owner.actor;
    await database().account.update({ where: { id }, data: { emailVerifiedAt: null } });
    await quarantine(slug);
    await database().account.update({ where: { id }, data: { emailVerifiedAt: new Date() } });
    await closeAccount(owner.actor, { username, locale: "en" });
    await release(slug);
    expect(await owner.told()).toEqual(["Your account is closed"]);
  });

  test("of a change that is not made after all", async () => {
    const { slug } = await owner.publish();
    const failing = inTransaction(async (tx) => {
      await quarantineIn(tx, { actor: administrator, skill: slug, reason: "x" }, new Date());
      throw new Error("and then it fails");
    });
    await expect(failing).rejects.toThrow("and then it fails");
    await quarantine(slug);
    const { appealId } = await appealDecision({ actor: owner.actor, skill: slug, text: "Please." });
    await release(slug);
    const late = decideAppeal({ actor: administrator, appealId, decision: "grant", text: "Yes." });
    await expect(late).rejects.toMatchObject({ code: "DECISION_NOT_POSSIBLE" });
    expect(await owner.told()).toHaveLength(2);
  });

  test("where such mails are switched off, until they are switched on again", async () => {
    const { slug } = await owner.publish();
    await setMailSettings(owner.actor, { notices: false, locale: "en" });
    await quarantine(slug);
    expect(await owner.told()).toEqual([]);
    await setMailSettings(owner.actor, { notices: true, locale: "ko" });
    await release(slug);
    expect(await owner.told()).toEqual([`${slug} 스킬의 격리가 해제되었습니다`]);
    expect(await owner.lastText()).toMatch(
      new RegExp(`/ko/skills/${slug}/quarantine\n[^]*/ko/settings#mails\n$`),
    );
  });
});

test("a closed account keeps no language and no switch", async () => {
  const { accountId: id, username } = owner.actor;
  await setMailSettings(owner.actor, {
    notices: false,
    earning: false,
    following: "daily",
    advisories: "all",
    locale: "ko",
  });
  expect((await getAccount(id)).mails).toEqual({
    notices: false,
    earning: false,
    following: "daily",
    advisories: "all",
    locale: "ko",
  });
  await closeAccount(owner.actor, { username, locale: "en" });
  await setMailSettings(owner.actor, { notices: false, locale: "ko" });
  const select = {
    skillNotices: true,
    earningNotices: true,
    followingNotices: true,
    followingFeed: true,
    advisoryNotices: true,
    mailLocale: true,
  };
  const kept = await database().account.findUniqueOrThrow({ where: { id }, select });
  expect(kept).toEqual({
    skillNotices: true,
    earningNotices: true,
    followingNotices: "none",
    followingFeed: null,
    advisoryNotices: "own",
    mailLocale: null,
  });
  const data = { mailLocale: "ko" };
  await expect(database().account.update({ where: { id }, data })).rejects.toThrow(
    "Accounts_closed_mails_check",
  );
});
