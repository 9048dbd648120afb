import { decideSpending, type SpendingRefusal } from "../lib/payments/limits/decide-spending";
import { spendingTerms } from "../lib/payments/limits/spending-statement";
import { MarketError } from "./market-error";
import type { OwnSpending, SignedPayment, SpendingLimits, SpendingStore } from "./types";

const DAY_MS = 86_400_000;
/** Older ones of one skill are added up then, so that what is kept stays small. */
const MAX_KEPT = 500;

/** A payment that is about to be signed. */
export interface PaymentToSign {
  /** Of the wallet. */
  address: string;
  market: string;
  skill: string;
  /** As the market says; null where it does not. */
  skillId: string | null;
  publisherId: string | null;
  auditState: SpendingLimits["leastAuditState"] | null;
  /** Of the bytes that are signed. */
  lamports: bigint;
}

/**
 * Counts a payment against the limits that its wallet keeps by itself, before it is signed: it counts from then on, also
 * if the process dies or nothing is paid. Throws MarketError OWN_LIMIT_EXCEEDED, and counts nothing then; a `RangeError` for
 * limits that say nothing.
 */
export async function countBeforeSigning(
  { limits, store, now = () => new Date() }: OwnSpending,
  payment: PaymentToSign,
): Promise<void> {
  // What cannot be read must not pass for no limit.
  if (!spendingTerms.safeParse(limits).success)
    throw new RangeError("limits of spending that cannot be read");
  const nowMs = now().getTime();
  const { address, market, skill, lamports, auditState } = payment;
  const skillId = payment.skillId ?? `${market} ${skill}`;
  const { publisherId } = payment;
  await store.change(address, (signed) => {
    // A clock that was set back leaves payments in the future: they count.
    const recent = signed.filter(({ at }) => Date.parse(at) > nowMs - DAY_MS);
    const asked = { skillId, publisherId, organisationId: publisherId };
    const refusal = decideSpending(limits, recent.map(toSpent), {
      ...asked,
      lamports,
      calls: 1,
      auditState: auditState ?? "Unverified",
      atMs: nowMs,
    });
    if (refusal) throw exceeded(refusal, lamports);
    const at = new Date(nowMs).toISOString();
    return [...mergeOld(recent), { at, market, skill, skillId, publisherId, lamports: `${lamports}` }];
  });
}

/** Whether a publisher is an organisation nobody says here, so a limit for each organisation is one for each publisher. */
const toSpent = ({ skillId, publisherId, lamports }: SignedPayment) => ({
  skillId,
  publisherId,
  organisationId: publisherId,
  spentLamports: BigInt(lamports),
  heldLamports: 0n,
});

/** Of many payments those of one skill in one hour as one, which is as young as its youngest: none counts less for it. */
function mergeOld(signed: readonly SignedPayment[]): readonly SignedPayment[] {
  if (signed.length < MAX_KEPT) return signed;
  const merged = new Map<string, SignedPayment>();
  for (const each of signed.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const key = JSON.stringify([each.at.slice(0, 13), each.market, each.skillId, each.publisherId]);
    const lamports = BigInt(merged.get(key)?.lamports ?? 0) + BigInt(each.lamports);
    merged.set(key, { ...each, lamports: `${lamports}` });
  }
  return [...merged.values()];
}

const WHY: Readonly<Record<SpendingRefusal["rule"], string>> = {
  until: "The limits of this wallet have ended: sign new ones",
  least_audit_state: "This version is less checked than the limits of this wallet ask for",
  per_call: "One call costs more than this wallet may pay for one",
  per_day: "This wallet would pay more in 24 hours than it may",
  scope_per_day: "This wallet would pay more for this in 24 hours than it may",
};

function exceeded(
  { rule, scope, limitLamports, spentLamports, heldLamports }: SpendingRefusal,
  lamports: bigint,
): MarketError {
  const whose = scope === null ? "" : ` for ${scope.kind} ${scope.name}`;
  const signed = spentLamports + heldLamports;
  const amounts =
    limitLamports === null
      ? ""
      : ` (${lamports} lamports asked, ${signed} signed for already, ${limitLamports} allowed${whose})`;
  return new MarketError("OWN_LIMIT_EXCEEDED", `${WHY[rule]}${amounts}. Nothing was signed.`, 0, {
    rule,
    scope,
    asked: `${lamports}`,
    signed: `${signed}`,
    limit: limitLamports === null ? null : `${limitLamports}`,
  });
}

/** What was signed in this process, for programs that keep it nowhere else. */
export function memorySpending(): SpendingStore {
  const stored = new Map<string, readonly SignedPayment[]>();
  return {
    change(address, change) {
      // No other call comes between: `change` waits for nothing.
      return Promise.resolve().then(() => void stored.set(address, change(stored.get(address) ?? [])));
    },
  };
}
