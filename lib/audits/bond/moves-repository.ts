import { findBond, MOVE_LIFECYCLE, type BondRow } from "@/lib/audits/bond/bonds-repository";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import type { BondMove } from "@/lib/db/generated/client";

export type BondMoveRecord = BondMove;

/** A deposit, and what the version that it backs is called. */
export interface MovableBond extends BondRow {
  slug: string;
  version: string;
}

export async function findMovableBond(db: Database, vaultAddress: string): Promise<MovableBond | null> {
  const bond = await findBond(db, vaultAddress);
  const called = { version: true, skill: { select: { slug: true } } } as const;
  const named = bond && (await db.skillVersion.findUnique({ where: { id: bond.versionId }, select: called }));
  return named && { ...bond, slug: named.skill.slug, version: named.version };
}

/** Challenges of a version, the newest decision first, with a wallet of whoever raised each. */
export async function findChallengesOfBond(
  db: Database,
  versionId: string,
): Promise<{ state: string; wallet: string | null }[]> {
  const rows = await db.challenge.findMany({
    where: { versionId },
    orderBy: [{ decidedAt: { sort: "desc", nulls: "last" } }, { id: "asc" }],
    select: {
      state: true,
      account: { select: { wallets: { select: { address: true }, orderBy: { address: "asc" }, take: 1 } } },
      audit: { select: { verifier: { select: { address: true } } } },
    },
  });
  // Who signed a challenge is paid where they signed.
  return rows.map(({ state, account, audit }) => ({
    state,
    wallet: audit?.verifier.address ?? account.wallets[0]?.address ?? null,
  }));
}

type NewBondMove = Omit<BondMove, "signature" | "state" | "endedAt">;

/** Keeps a move with its first signature; null while another one of this deposit waits or is on its way. */
export async function insertMove(db: Database, move: NewBondMove): Promise<BondMoveRecord | null> {
  try {
    const message = Uint8Array.from(move.message);
    return await db.bondMove.create({ data: { ...move, message, state: "waiting" } });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** The move of a deposit that waits for its second signature or for the chain; null when there is none. */
export function findOpenMove(db: Database, bondId: string): Promise<BondMoveRecord | null> {
  return db.bondMove.findFirst({ where: { bondId, state: { in: ["waiting", "sent"] } } });
}

export function listMoves(db: Database, bondId: string, limit: number): Promise<BondMoveRecord[]> {
  return db.bondMove.findMany({ where: { bondId }, orderBy: { createdAt: "desc" }, take: limit });
}

/** waiting → sent, with both signatures; false when somebody did it before. */
export async function setMoveSent(
  db: Database,
  id: string,
  { signature, signatures }: { signature: string; signatures: string[] },
): Promise<boolean> {
  const where = { id, state: { in: [...MOVE_LIFECYCLE.steps.signed.from] } };
  return (
    (await db.bondMove.updateMany({ where, data: { state: "sent", signature, signatures } })).count === 1
  );
}

/**
 * waiting or sent → an end, from the state in which it was read: one that was sent meanwhile may have landed, and is
 * looked up anew. False when it is in that state no more.
 */
export async function endMove(
  db: Database,
  { id, state }: { id: string; state: BondMoveRecord["state"] },
  end: { state: "done" | "failed" | "expired"; signature?: string | null; endedAt: Date },
): Promise<boolean> {
  const open = MOVE_LIFECYCLE.steps.ended.from.filter((each) => each === state);
  return (await db.bondMove.updateMany({ where: { id, state: { in: open } }, data: end })).count === 1;
}

export interface OpenMove extends BondMoveRecord {
  bond: { id: string; versionId: string; vaultAddress: string };
}

const WITH_BOND = { bond: { select: { id: true, versionId: true, vaultAddress: true } } } as const;

const PAGE_SIZE = 50;

/** All moves that wait for a signature or for the chain, the oldest first, read in pages. */
export async function* allOpenMoves(db: Database): AsyncGenerator<OpenMove, void> {
  for (let after = ""; ;) {
    const page: OpenMove[] = await db.bondMove.findMany({
      where: { id: { gt: after }, state: { in: ["waiting", "sent"] } },
      orderBy: { id: "asc" },
      take: PAGE_SIZE,
      include: WITH_BOND,
    });
    yield* page;
    after = page.at(-1)?.id ?? "";
    if (page.length < PAGE_SIZE) return;
  }
}

/**
 * Vaults between two of `parties` that hold a deposit which an upheld challenge has won, and from which nothing is on
 * its way; the oldest first.
 */
export async function listVaultsToSlash(
  db: Database,
  { parties, limit }: { parties: readonly string[]; limit: number },
): Promise<{ vaultAddress: string; arbiter: string; council: string }[]> {
  const among = { in: [...parties] };
  const rows = await db.bond.findMany({
    where: {
      arbiter: among,
      council: among,
      state: { not: "slashed" },
      amountLamports: { gt: 0n },
      version: { challenges: { some: { state: "upheld" } } },
      moves: { none: { state: "sent" } },
    },
    orderBy: { createdAt: "asc" },
    take: limit,
    select: { vaultAddress: true, arbiter: true, council: true },
  });
  return rows.map(({ vaultAddress, arbiter, council }) => ({
    vaultAddress,
    arbiter: arbiter ?? "",
    council: council ?? "",
  }));
}

export function findMove(db: Database, id: string): Promise<BondMoveRecord | null> {
  return db.bondMove.findUnique({ where: { id } });
}

/** Null when the move has had its end. */
export function findOpenMoveById(db: Database, id: string): Promise<OpenMove | null> {
  return db.bondMove.findFirst({ where: { id, state: { in: ["waiting", "sent"] } }, include: WITH_BOND });
}

/**
 * Where slashes of a deposit may have gone: to who was right, and to whom moves were made out that somebody has signed.
 */
export async function listSlashDestinations(
  db: Database,
  { bondId, versionId }: { bondId: string; versionId: string },
): Promise<string[]> {
  const [challenges, moves] = await Promise.all([
    findChallengesOfBond(db, versionId),
    db.bondMove.findMany({ where: { bondId, kind: "slash" }, select: { destination: true } }),
  ]);
  const wallets = challenges.flatMap(({ state, wallet }) => (state === "upheld" && wallet ? [wallet] : []));
  return [...new Set([...wallets, ...moves.map(({ destination }) => destination)])];
}
