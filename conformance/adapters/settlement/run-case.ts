import { isDomainError } from "@/lib/kernel/errors";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import type { Market } from "./market";
import { findTampering } from "./tamperings";

export interface CaseOutcome {
  accepted: boolean;
  /** Settlements made after the tampering; those of an honest purchase before it are not counted. */
  settlements: number;
  settled_lamports: string;
  /** Why it was refused, for the reader of a failed case. */
  detail: string;
}

interface PurchaseInput {
  price_lamports?: string | number;
  tamper?: string | null;
}

/** Makes the purchase of a case, with what is tampered with. Throws for a tampering it does not know. */
export async function runCase(market: Market, input: Record<string, unknown>): Promise<CaseOutcome> {
  const { price_lamports: price = "5000", tamper = null } = input as PurchaseInput;
  const lamports = BigInt(price);
  const tampering = tamper === null ? null : findTampering(tamper);
  const attempt = tampering === null ? buyHonestly : await tampering({ market, lamports });
  const before = await market.settled();
  const refusal = await refusalOf(() => attempt({ market, lamports }));
  const after = await market.settled();
  return {
    accepted: refusal === null,
    settlements: after.count - before.count,
    settled_lamports: String(after.lamports - before.lamports),
    detail: refusal ?? "the call was made",
  };
}

async function refusalOf(attempt: () => Promise<void>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [error.code, error.details["reason"]].filter((part) => typeof part === "string").join(" ");
  }
}

async function buyHonestly({ market, lamports }: { market: Market; lamports: bigint }): Promise<void> {
  const skill = await market.publish(lamports);
  if (lamports === 0n) {
    await runFreeSkill({ skill, input: { text: "hello" } });
    return;
  }
  const quote = await market.quote(skill);
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context());
  await runPaidCall(quote.id);
}
