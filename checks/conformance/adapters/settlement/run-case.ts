import { RunnerError } from "../../runner/conformance-case";
import type { Tampering } from "./tamper";
import { TAMPERINGS } from "./tamperings";
import { isDomainError } from "@/lib/kernel/errors";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import type { Market } from "./market";

/** The tampering of this name, or whose longest name is a part of it. Throws a `RunnerError` for an unknown one. */
function findTampering(name: string): Tampering {
  const key = name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const words = `_${key}_`;
  let found: Tampering | undefined;
  let length = 0;
  for (const [tampering, ...names] of TAMPERINGS) {
    const longest = Math.max(...names.map((each) => (words.includes(`_${each}_`) ? each.length : 0)));
    if (longest > length) [found, length] = [tampering, longest];
  }
  if (found === undefined) throw new RunnerError(`does not know the tampering "${name}"`);
  return found;
}

export interface CaseOutcome {
  /** How many attempts were accepted; one for most cases. */
  accepted: number;
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
  market.fund(lamports);
  const tampering = tamper === null ? null : findTampering(tamper);
  const attempt = tampering === null ? buyHonestly : await tampering({ market, lamports });
  const before = await market.settled();
  const { refusal, accepted } = await outcomeOf(() => attempt({ market, lamports }));
  const after = await market.settled();
  return {
    accepted,
    settlements: after.count - before.count,
    settled_lamports: String(after.lamports - before.lamports),
    detail: refusal ?? "the call was made",
  };
}

async function outcomeOf(attempt: () => Promise<number | void>) {
  try {
    return { refusal: null, accepted: (await attempt()) ?? 1 };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const parts = [error.code, error.details["reason"]].filter((part) => typeof part === "string");
    return { refusal: parts.join(" "), accepted: 0 };
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
