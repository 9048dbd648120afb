import { generateKeyPairSync } from "node:crypto";
import { listSeals, listOwnAudits } from "@/lib/audits/seals";
import { listQueue } from "@/lib/audits/queue";
import { listVerifiers } from "@/lib/audits/verifiers";
import { listOpenChallenges } from "@/lib/audits/challenges";
import { listChallengeRows } from "@/lib/audits/challenges-repository";
import { listApplications } from "@/lib/audits/applications";
import { listBondsToRecheck } from "@/lib/audits/bond/bonds-repository";
import { listHolds } from "@/lib/ownership/account-closing/close-account";
import { database } from "@/lib/db/client";
import { listOwnDrafts } from "@/lib/publishing/drafts/own-drafts";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { getAgentAuthorStats } from "@/lib/identity/agents/get-agent-author-stats";
import { listAgentsOfAccount } from "@/lib/identity/agents/list-agents-of-account";
import type { Actor } from "@/lib/identity/actor";
import { takeJobs } from "@/lib/platform/jobs/repository";
import { countWaiting } from "@/lib/moderation/list-waiting";
import { listReports } from "@/lib/moderation/reports";
import { listAppeals } from "@/lib/moderation/decide-appeal";
import { listQuarantined } from "@/lib/moderation/quarantine";
import { findAgentProfile, findPersonProfile, listProfilePaths } from "@/lib/catalogue/profiles/find-profile";
import { compareSkills } from "@/lib/catalogue/comparison/compare-skills";
import { listHeld } from "@/lib/moderation/held";
import {
  getActivity,
  getDashboard,
  getOwnedCounts,
  listAttention,
} from "@/lib/catalogue/dashboard/get-dashboard";
import { getHome } from "@/lib/catalogue/get-home";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { countSkillParts, listListedSkills, listNewVersions } from "@/lib/catalogue/list-new-versions";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { recountWords } from "@/lib/search/listing/renew-search-words";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import { listVersionsToRecheck } from "@/lib/running/examples/replay-repository";
import { failRunsWithoutHold, listFreeRunsBefore } from "@/lib/running/runs/runs-repository";
import { listWanted } from "@/lib/catalogue/list-wanted";
import { listUnmatched } from "@/lib/search/wanted/wanted-repository";
import { searchExamples } from "@/lib/search/search-examples";
import { searchSkills, suggestSkills } from "@/lib/search/search-skills";
import {
  getDailyEarnings,
  exportEarnings,
  getEarnings,
  getEarningsOfWeek,
  listPayments,
} from "@/lib/payments/earnings";
import { freeStaleGrants } from "@/lib/payments/grants/grant-repository";
import { listPurchases } from "@/lib/payments/purchases";
import { takeOpenQuotes, listUnpaid } from "@/lib/payments/quotes/quote-repository";
import { listUnfinalized } from "@/lib/payments/settlement/settlement-repository";
import { findLogSize, findUnloggedAudits, findUnloggedVersions } from "@/lib/log/transparency/repository";
import {
  listLogEntries,
  listNewestEntries,
  proveEntry,
  proveGrowth,
  type LogIdentity,
} from "@/lib/log/transparency/read-log";
import { readTile } from "@/lib/log/transparency/tiles";
import { accountId } from "./fill";

let uncounted = 0;

export interface Ask {
  name: string;
  run: () => Promise<unknown>;
}

const actor = (i: number, role: Actor["role"] = "member"): Actor => ({
  accountId: accountId(i),
  username: `user-${i}`,
  role,
  address: `wallet${i}`,
  reachable: true,
  session: null,
});
const CREATOR = actor(1);
const BUYER = actor(2);
const MANY_SKILLS = actor(4);
const ADMINISTRATOR = actor(5, "administrator");
const ORDINARY = actor(1234);
const agoMs = (ms: number) => new Date(Date.now() - ms);
const DAY = 86_400_000;

async function drain(lines: AsyncGenerator<string, void>): Promise<void> {
  for await (const _ of lines);
}

/** Every list and page whose cost could grow with the market, and what the worker asks again and again. */
export async function listAsks(): Promise<Ask[]> {
  const { rows } = await searchSkills({ limit: 100, sort: "newest" });
  const slugs = rows.map(({ slug }) => slug);
  const [plain = "", other = "", third = ""] = slugs.slice(20);
  const used = (await searchSkills({ limit: 5, sort: "calls" })).rows[0]?.slug ?? "";
  const skl0 = (await database().skill.findUnique({ where: { id: "skl_0" } }))?.slug ?? "";
  const agent =
    (
      await database().$queryRaw<
        { n: string }[]
      >`select author_agent ->> 'name' as n from "SkillVersions" where author_agent is not null limit 1`
    )[0]?.n ?? "";
  const log: LogIdentity = {
    origin: "bench",
    key: { privateKey: generateKeyPairSync("ed25519").privateKey, keyId: "bench" },
  };
  const middle = Math.floor((await findLogSize(database())) / 2);
  const ask = (name: string, run: () => Promise<unknown>): Ask => ({ name, run });
  const sorts = ["relevance", "newest", "calls", "downloads", "rating", "price", "name"] as const;
  const firstPayment = (await listPayments(CREATOR.accountId, null)).next;
  return [
    ask("front page", () => getHome()),
    // In which no counts are kept from the time before: a bound on the price that nobody has asked with.
    ...sorts.map((sort) =>
      ask(`/skills, sort ${sort}`, () => searchSkills({ sort, price: `${1e9 + uncounted++}` })),
    ),
    ask("/skills, page 400", () => searchSkills({ sort: "newest", page: 400 })),
    ask("/skills, category", () => searchSkills({ category: "data" })),
    ask("/skills, audited", () => searchSkills({ audit: ["Audited"] })),
    ask("search invoice", () => searchSkills({ q: "invoice" })),
    ask("search 合约", () => searchSkills({ q: "合约" })),
    ask("search none", () => searchSkills({ q: "zzzqqqyyy" })),
    ask("search capability", () => searchSkills({ capability: "extraction" })),
    ask("search author", () => searchSkills({ author: "user-4" })),
    ask("search author, an agent", () => searchSkills({ author: agent })),
    ask("suggest", () => suggestSkills("invo")),
    ask("skill page", () => getSkill(plain)),
    ask("skill page, most used", () => getSkill(used)),
    ask("skill page, 500 versions", () => getSkill(skl0)),
    ask("skill page, old version", () => getSkill(skl0, { version: "0.0.77" })),
    ask("/compare of three", () => compareSkills([plain, other, third].map((slugOrId) => ({ slugOrId })))),
    ask("versions", () => listVersions(plain)),
    ask("versions, 500", () => listVersions(skl0)),
    ask("reviews, most reviewed", () => listReviews(skl0)),
    ask("/examples", () => searchExamples({})),
    ask("/examples, page 400", () => searchExamples({ page: 400 })),
    ask("/examples of words", () => searchExamples({ q: "invoice" })),
    ask("/wanted", () => listWanted({ limit: 50 })),
    ask("/audits", () => listSeals({ limit: 20 })),
    ask("/audits, page 900", () => listSeals({ limit: 20, page: 900 })),
    ask("seals of a version", () => listSeals({ versionIds: ["ver_70"] })),
    ask("log, newest", () => listNewestEntries(20)),
    ask("log, a page", () => listLogEntries({ start: middle, limit: 1000 }, log)),
    ask("log, proof of an entry", () => proveEntry({ seq: middle }, log)),
    ask("log, proof of growth", () => proveGrowth({ first: middle }, log)),
    ask("log, tile", () => readTile({ level: 0, index: Math.floor(middle / 256), width: 256 })),
    ask("verifiers", () => listVerifiers()),
    ask("/people, creator of 500 versions", () => findPersonProfile("user-1")),
    ask("/people, creator of 500 skills", () => findPersonProfile("user-4")),
    ask("/people, verifier", () => findPersonProfile("verifier-7")),
    ask("/agents", () => findAgentProfile(agent)),
    ask("agent stats", () => getAgentAuthorStats(agent)),
    ask("feed", () => listNewVersions()),
    ask("feed of a skill", () => listNewVersions({ slug: skl0 })),
    ask("feed, creator of 500 skills", () => listNewVersions({ search: { publisher: "user-4" } })),
    ask("feed of a common word", () => listNewVersions({ search: { q: "data " } })),
    ask("feed of a rare word", () => listNewVersions({ search: { q: "quokka" } })),
    ask("feed of 合约", () => listNewVersions({ search: { q: "合约" } })),
    ask("feed of a category", () => listNewVersions({ search: { category: "data" } })),
    ask("feed of an agent", () => listNewVersions({ search: { agent } })),
    ask("feed of nobody", () => listNewVersions({ search: { publisher: "nobody" } })),
    ask("feed of what is priced", () => listNewVersions({ search: { price: "paid" } })),
    ask("feed of what is audited", () => listNewVersions({ search: { audit: ["Audited"] } })),
    ask("feed of seals", () => listSeals({ limit: 50 })),
    ask("sitemap, index", () => countSkillParts()),
    ask("sitemap, first part", () => listListedSkills(1)),
    ask("sitemap, last part", () => listListedSkills(95)),
    ask("sitemap, people", () => listProfilePaths()),
    ask("dashboard, own skills (500 skills)", () => getDashboard(MANY_SKILLS.accountId)),
    ask("dashboard, own skills (500 versions)", () => getDashboard(CREATOR.accountId)),
    ask("dashboard, counts", () => getOwnedCounts(CREATOR.accountId)),
    ask("dashboard, attention (500 skills)", () => listAttention(MANY_SKILLS.accountId)),
    ask("dashboard, attention (500 versions)", () => listAttention(CREATOR.accountId)),
    ask("dashboard, activity (500 versions)", () => getActivity(CREATOR.accountId, 90)),
    ask("dashboard, activity (500 skills)", () => getActivity(MANY_SKILLS.accountId, 90)),
    ask("dashboard, earnings (100,000 sales)", () => getEarnings(CREATOR.accountId)),
    ask("dashboard, earnings of the week", () => getEarningsOfWeek(CREATOR.accountId)),
    ask("dashboard, earnings by day", () => getDailyEarnings(CREATOR.accountId, 90)),
    ask("dashboard, first payments", () => listPayments(CREATOR.accountId, null)),
    ask("dashboard, next payments", () => listPayments(CREATOR.accountId, firstPayment)),
    ask("dashboard, first payments of a small creator", () => listPayments(accountId(28_000), null)),
    ask("dashboard, drafts", () => listOwnDrafts(ORDINARY)),
    ask("earnings as CSV (100,000 sales)", () => drain(exportEarnings(CREATOR.accountId))),
    ask("receipts (50,000)", () => listPurchases(BUYER.accountId, null)),
    ask("receipts of an ordinary buyer", () => listPurchases(ORDINARY.accountId, null)),
    ask("/settings", () => Promise.all([getAccount(ORDINARY.accountId), listHolds(ORDINARY)])),
    ask("/settings, 500 versions", () => listHolds(CREATOR)),
    ask("/keys", () => listAgentsOfAccount(ORDINARY.accountId)),
    ask("administration, what waits", () => countWaiting(ADMINISTRATOR)),
    ask("administration, uploads on hold", () => listHeld(ADMINISTRATOR)),
    ask("administration, quarantined", () => listQuarantined(ADMINISTRATOR)),
    ask("administration, reports", () => listReports(ADMINISTRATOR)),
    ask("administration, appeals", () => listAppeals(ADMINISTRATOR)),
    ask("administration, challenges", () => listOpenChallenges(ADMINISTRATOR)),
    ask("administration, applications", () => listApplications(ADMINISTRATOR)),
    ask("queue of verifiers", () => listQueue("acc_verifier_7")),
    ask("own audits of a verifier", () => listOwnAudits("acc_verifier_7")),
    ask("worker, open quotes", () => takeOpenQuotes({ limit: 100, submittedMs: 2_000, quotedMs: 15_000 })),
    ask("worker, not final", () =>
      listUnfinalized(database(), { genesisHash: "genesis", slot: { gte: 0n }, after: "", limit: 200 }),
    ),
    ask("worker, stale grants", () => freeStaleGrants(database(), 20_000)),
    ask("worker, stale runs", () =>
      failRunsWithoutHold(database(), agoMs(20_000), { failure: "x", finishedAt: agoMs(0) }),
    ),
    ask("worker, unpaid quotes to forget", () => listUnpaid({ before: agoMs(30 * DAY), limit: 200 })),
    ask("worker, free runs to forget", () => listFreeRunsBefore(database(), agoMs(200 * DAY), 2000)),
    ask("worker, take jobs", () =>
      takeJobs(database(), { kinds: ["none"], limit: 10, now: agoMs(0), leaseMs: 0 }),
    ),
    ask("worker, bonds to look at", () =>
      listBondsToRecheck(database(), { checkedBefore: agoMs(120_000), limit: 50 }),
    ),
    ask("worker, examples to replay", () =>
      listVersionsToRecheck(database(), { checkedBefore: agoMs(DAY), limit: 20 }),
    ),
    ask("worker, statistics", async () => {
      await refreshStatistics(agoMs(0));
      await recountWords();
    }),
    ask("worker, unlogged versions", () => findUnloggedVersions(database(), { limit: 200 })),
    ask("worker, unlogged audits", () => findUnloggedAudits(database(), { limit: 200 })),
    ask("worker, challenges that lapse", () =>
      listChallengeRows(database(), { state: "open", deadlineBefore: agoMs(0) }, 50),
    ),
    ask("release, open wishes", () => listUnmatched(database(), 2000)),
  ];
}
