import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { versionPage } from "@/lib/log/events/notices/news";
import { findPayeeShortfall } from "@/lib/payments/quotes/payee-hint";
import { currentSettlement, type SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";
import { decideBlockers, type EarningBlocker } from "@/lib/running/earning/decide-blockers";
import {
  findBlockerState,
  listPricedListings,
  markNotified,
  upsertBlocker,
  type BlockerState,
  type PricedListing,
} from "@/lib/running/earning/repository";

type Chain = Pick<SettlementContext, "config" | "connection">;

/** A listed skill whose price cannot be paid, and why: the gravest reason first. */
export interface BlockedSkill extends Pick<PricedListing, "skillId" | "slug" | "versionId" | "version"> {
  blockers: EarningBlocker[];
}

const MOST_SKILLS = 200;
/** A page is not held up longer by a slow node. */
const PATIENCE_MS = 1_500;

/**
 * What keeps the listed skills whose money an account handles from earning now, with the balances of their payees as of now. Of a ledger
 * that does not answer, or not in time, nothing is told.
 */
export async function listBlockedSkills(accountId: string, chain?: Chain): Promise<BlockedSkill[]> {
  const listings = await listPricedListings(database(), { accountId, limit: MOST_SKILLS });
  if (listings.length === 0) return [];
  const missingOf = await findShortfalls(listings, chain ?? currentSettlement(), PATIENCE_MS);
  return blockedAmong(listings, missingOf);
}

function blockedAmong(
  listings: readonly PricedListing[],
  missingOf: (listing: PricedListing) => bigint | null,
): BlockedSkill[] {
  return listings
    .map(({ skillId, slug, versionId, version, ...facts }) => ({
      skillId,
      slug,
      versionId,
      version,
      blockers: decideBlockers({
        priceLamports: facts.priceLamports,
        obstacles: facts.isAboutToRun
          ? facts.obstacles.filter(({ code }) => code !== "CALL_NOT_RUN")
          : facts.obstacles,
        payee: {
          address: facts.payeeAddress,
          // Publishing has asked for it.
          isProven: true,
          missingLamports: missingOf({ skillId, slug, versionId, version, ...facts }),
        },
      }),
    }))
    .filter(({ blockers }) => blockers.length > 0);
}

/** What the payees lack, each wallet and price asked for once, all at the same moment. */
async function findShortfalls(
  listings: readonly PricedListing[],
  chain: Chain,
  patienceMs: number,
): Promise<(listing: PricedListing) => bigint | null> {
  const keyOf = ({ payeeAddress, priceLamports }: PricedListing) => `${payeeAddress ?? ""} ${priceLamports}`;
  const asked = new Map(listings.map((listing) => [keyOf(listing), listing]));
  const found = new Map<string, bigint | null>();
  await Promise.all(
    [...asked].map(async ([key, { payeeAddress, priceLamports }]) => {
      if (payeeAddress === null) return;
      const missing = await withTimeout(
        findPayeeShortfall({ payeeAddress, priceLamports }, chain),
        patienceMs,
        () => new Error("slow"),
      ).catch(() => null);
      found.set(key, missing);
    }),
  );
  return (listing) => found.get(keyOf(listing)) ?? null;
}

const PAGE = 200;
const JOB_PATIENCE_MS = 20_000;

/**
 * Mails the owners of listed skills what keeps their price from being paid: each cause once it has lasted, and again only
 * when it was gone for long. Returns how many were told. Throws what the database throws.
 */
export async function notifyOfBlockers(
  chain: Chain = currentSettlement(),
  clock: Clock = systemClock,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  const now = clock.now();
  let told = 0;
  let after: string | null = "";
  do {
    const listings: PricedListing[] = await listPricedListings(database(), { after, limit: PAGE });
    const missingOf = await findShortfalls(listings, chain, JOB_PATIENCE_MS);
    for (const { blockers, ...skill } of blockedAmong(listings, missingOf))
      for (const blocker of blockers) if (await noteBlocker(skill, blocker, now)) told++;
    const isLast = listings.length < PAGE || signal?.aborted === true;
    after = isLast ? null : (listings.at(-1)?.skillId ?? null);
  } while (after !== null);
  return told;
}

/** True where the owner is told of it now. */
function noteBlocker(
  { skillId, slug, version, versionId }: Omit<BlockedSkill, "blockers">,
  blocker: EarningBlocker,
  now: Date,
): Promise<boolean> {
  const key = { skillId, cause: blocker.kind };
  return inTransaction(async (tx) => {
    const before = await findBlockerState(tx, key);
    const state = continueBlocker(before, now);
    const isAnew = before !== null && before.notifiedAt !== null && state.notifiedAt === null;
    await upsertBlocker(tx, key, state, { isAnew });
    if (!isNoticeDue(state, now) || !(await markNotified(tx, key, now))) return false;
    const kind = blocker.kind === "payee_too_low" ? "payee-cannot-be-paid" : "nothing-can-be-bought";
    const news = {
      kind,
      name: `${slug} ${version}`,
      reason: describePayee(blocker),
      path: versionPage(versionId),
    } as const;
    await mailNews(tx, news, { of: { skillId }, now });
    return true;
  });
}

/** The wallet and what it lacks, in signs that need no language; the rest stands in the mail and on its page. */
function describePayee(blocker: EarningBlocker): string | null {
  if (blocker.kind !== "payee_too_low") return null;
  const missing = blocker.missingLamports.toString();
  return `${blocker.address}: ${formatLamports(missing)} lamports (${formatSol(missing)} SOL)`;
}

const MINUTE_MS = 60_000;
/** What has gone by itself until then is nothing to write of. */
export const LASTING_MS = 15 * MINUTE_MS;
/** Seen again within this time, it has never been away: it is looked for every ten minutes. */
export const SAME_MS = 30 * MINUTE_MS;
/** Gone for so long, it is a new one, of which its owner is told again. */
export const AGAIN_MS = DAY_MS;

/** What is known of a cause that is there now, by what was known before. Pure. */
export function continueBlocker(before: BlockerState | null, now: Date): BlockerState {
  if (before === null) return { beganAt: now, seenAt: now, notifiedAt: null };
  const goneMs = now.getTime() - before.seenAt.getTime();
  return {
    beganAt: goneMs <= SAME_MS ? before.beganAt : now,
    seenAt: now,
    notifiedAt: goneMs <= AGAIN_MS ? before.notifiedAt : null,
  };
}

/** Whether the owner is to be told of a cause now. Pure. */
export const isNoticeDue = ({ beganAt, notifiedAt }: BlockerState, now: Date): boolean =>
  notifiedAt === null && now.getTime() - beganAt.getTime() >= LASTING_MS;
