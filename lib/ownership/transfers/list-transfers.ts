import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { listOpenTransfers, listTransferable, type TransferRow } from "@/lib/ownership/transfers/repository";

const MAX_OFFERS = 100;
const MAX_SKILLS = 200;

export interface TransferView {
  transferId: string;
  slug: string;
  /** User names. */
  from: string;
  to: string;
  expiresAt: string;
  /** The listed version, and whom its calls pay; null while none is listed. */
  listed: { version: string; payeeAddress: string | null } | null;
}

export interface Transfers {
  /** Offers the account can accept. */
  incoming: TransferView[];
  /** Offers it has made that nobody has answered yet. */
  outgoing: TransferView[];
  /** Names of skills it could offer: its own, at most 200. */
  skills: string[];
}

/** Open offers to and from the actor's account, the newest first. */
export async function listTransfers({ accountId }: Actor, clock: Clock = systemClock): Promise<Transfers> {
  const now = clock.now();
  const [rows, skills] = await Promise.all([
    listOpenTransfers(database(), { accountId, now, limit: MAX_OFFERS }),
    listTransferable(database(), accountId, MAX_SKILLS),
  ]);
  const offered = new Set(rows.map(({ skillId }) => skillId));
  return {
    incoming: rows.filter(({ toId }) => toId === accountId).map(toView),
    outgoing: rows.filter(({ fromId }) => fromId === accountId).map(toView),
    skills: skills.filter(({ id }) => !offered.has(id)).map(({ slug }) => slug),
  };
}

function toView({ id, expiresAt, from, to, skill: { slug, latestVersion } }: TransferRow): TransferView {
  const isPaid = latestVersion !== null && !latestVersion.priceLamports.isZero();
  return {
    transferId: id,
    slug,
    from: from.username,
    to: to.username,
    expiresAt: expiresAt.toISOString(),
    listed: latestVersion && {
      version: latestVersion.version,
      payeeAddress: isPaid ? latestVersion.payeeAddress : null,
    },
  };
}
