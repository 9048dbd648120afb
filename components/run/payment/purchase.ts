import { ApiProblem } from "@/components/run/api-problem";
import { createQuote, runPaid, submitPayment, type RunView, makePaidCall } from "@/components/run/market-api";
import { callsOf, nextCall, callsLeft } from "@/components/run/payment/count-calls";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import { toBase64 } from "@/components/wallet/base64";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import { signTransaction } from "@/components/wallet/sign-with-wallet";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";

/** What is written in the run form, and in which of its views. */
export interface Written {
  input: Record<string, unknown>;
  asJson: boolean;
}

export type PurchaseStep = "quoting" | "signing" | "paying" | "running";

const SETTLED = new Set(["GRANTED", "CONSUMED"]);
const POLL_MS = 1_000;
const MAX_POLLS = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the buyer read on the page, and the page about the market. A quote that says anything else is not paid. */
interface ShownTerms {
  slug: string;
  version: string;
  /** Of one call. */
  priceLamports: string;
  payee: string | null;
  market: { treasuryAddress: string; feeBasisPoints: number } | null;
}

interface PurchaseOptions {
  shown: ShownTerms;
  chain: `solana:${string}`;
  connection: WalletConnection;
  written: Written;
  calls: number;
  onStep: (step: PurchaseStep) => void;
}

/**
 * With these the market says that the signed payment gives no call, now or later. Whatever else is answered, money may
 * have moved.
 */
const FINAL = new Set([
  "QUOTE_EXPIRED",
  "QUOTE_NOT_FOUND",
  "REQUEST_INVALID",
  "SETTLEMENT_FAILED",
  "SKILL_QUARANTINED",
  "SPENDING_LIMIT_EXCEEDED",
  "TRANSACTION_REJECTED",
]);

const isFinal = (error: unknown) => error instanceof ApiProblem && FINAL.has(error.code);

/**
 * Buys one call, or several together: quote and one wallet signature. The transaction is built here and read back before
 * the wallet signs it, and what the wallet gives back is read before it leaves this page. Throws `NotAsShown` where
 * either is not what the page has shown.
 */
export async function buy(options: PurchaseOptions): Promise<Purchase> {
  const { shown, connection, written, calls, onStep } = options;
  const { slug, version, priceLamports, payee, market } = shown;
  if (!payee || !market) throw new NotAsShown("Nobody is shown who is paid.");
  onStep("quoting");
  const payerAddress = connection.account.address;
  const what = calls === 1 ? { input: written.input } : { calls };
  const { quote, access_token: accessToken } = await createQuote(slug, version, payerAddress, what);
  const { preparePayment, assertPaysOnly } = await import("@/lib/payments/transactions/prepare-payment");
  const { quoteId, terms, transaction } = preparePayment(quote, {
    skill: slug,
    version,
    calls,
    priceLamports: BigInt(priceLamports) * BigInt(calls),
    payerAddress,
    payeeAddress: payee,
    ...market,
  });

  onStep("signing");
  const signed = await signTransaction(connection, transaction, options.chain);
  assertPaysOnly(signed, terms);
  return { quote: { id: quoteId }, accessToken, transaction: toBase64(signed), calls, ...draftOf(written) };
}

/** More than this is not kept beside the payment, which must find room whatever was written. */
const MAX_WRITTEN_CHARACTERS = 100_000;

function draftOf(written: Written): Pick<Purchase, "written"> {
  const text = JSON.stringify(written);
  return text.length > MAX_WRITTEN_CHARACTERS ? {} : { written: text };
}

/**
 * Settles a signed purchase, which pays at most once however often it is asked for, and runs its call or the next of
 * its calls. `keep` is told what is left of the purchase, null for nothing.
 */
export async function settleAndRun(
  purchase: Purchase,
  { input, onStep, keep }: SettleOptions,
): Promise<RunView> {
  if (nextCall(purchase) === 1) {
    onStep("paying");
    await settle(purchase).catch((error: unknown) => {
      // The market looked at the signed payment and will not take it: nothing was settled, and asking again
      // changes nothing.
      if (isFinal(error)) keep(null);
      throw error;
    });
  }
  onStep("running");
  if (callsOf(purchase) > 1) return makeNextCall(purchase, input, keep);
  const { run } = await runPaid(purchase.quote.id, purchase.accessToken);
  if (run.state === "DONE") keep(null);
  return run;
}

interface SettleOptions {
  /** Of the next of several calls; a single call was quoted with its own. */
  input: Record<string, unknown>;
  onStep: (step: PurchaseStep) => void;
  keep: (purchase: Purchase | null) => void;
}

/** The same signed bytes may be sent any number of times: they pay once. */
async function settle({ quote, accessToken, transaction }: Purchase): Promise<void> {
  for (let attempt = 0; attempt < MAX_POLLS; attempt++) {
    const answer = await submitPayment(quote.id, transaction, accessToken);
    if (SETTLED.has(answer.quote.state)) return;
    await pause(POLL_MS);
  }
  throw new Error("The payment is still on its way.");
}

type Input = Record<string, unknown>;

/** A run may be under way in another tab, or its answer was lost: then nobody knows yet whether the call was used. */
const OUTCOME_UNKNOWN = new Set(["RUN_IN_PROGRESS", "INTERNAL"]);

/** What is left to keep once a call was made; null when it was the last one. */
function afterCall(purchase: Purchase): Purchase | null {
  const { begun: _answered, written: _used, ...kept } = purchase;
  const rest = { ...kept, made: nextCall(purchase) };
  return callsLeft(rest) > 0 ? rest : null;
}

/**
 * Makes the next of several paid calls. Its input is kept before it is sent, so that a page that is closed meanwhile
 * repeats this very call and gets its result, instead of using up another. A call that was used elsewhere is passed
 * over. Throws what the API refuses; a refused input uses nothing up.
 */
export async function makeNextCall(
  purchase: Purchase,
  input: Input,
  keep: (purchase: Purchase | null) => void,
): Promise<RunView> {
  const sent = purchase.begun ?? input;
  const begun = { ...purchase, begun: sent };
  keep(begun);
  try {
    const { run } = await makePaidCall(purchase.quote.id, {
      number: nextCall(purchase),
      input: sent,
      accessToken: purchase.accessToken,
    });
    keep(run.state === "DONE" ? afterCall(begun) : withoutInput(begun));
    return run;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "GRANT_ALREADY_CONSUMED") {
      const rest = afterCall(begun);
      keep(rest);
      if (rest) return makeNextCall(rest, input, keep);
    } else if (!OUTCOME_UNKNOWN.has(error.code)) keep(withoutInput(begun));
    throw error;
  }
}

/** The call is free again, and the next try may bring another input. */
function withoutInput({ begun: _refused, ...kept }: Purchase): Purchase {
  return kept;
}
