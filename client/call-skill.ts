import { NotAsShown } from "../lib/payments/transactions/not-as-shown";
import { preparePayment, type PreparedPayment } from "../lib/payments/transactions/prepare-payment";
import { marketTerms, offeredSkill, quoteOffer, runAnswer, toResult } from "./answers";
import { finishPaidCall } from "./finish-paid-call";
import { countBeforeSigning } from "./keep-spending";
import type { Keypair } from "./keypair";
import { MarketError } from "./market-error";
import { part, type MarketConnection } from "./request";
import { signPayment, sumPaid } from "./sign-payment";
import type { CallResult, OwnSpending, PaidCall } from "./types";

export interface CallOptions {
  version?: string;
  /** Pays; needed for a priced skill. */
  keypair?: Keypair;
  /** More than this is never signed, whatever the market asks. Left out: nothing is paid. */
  maxLamports?: bigint;
  /** Kept beside the limit of this call, and beside those that the market keeps; each payment counts before it is signed. */
  spending?: OwnSpending;
  /** Of a call that ended in a `MarketError` with one: that call is taken up again, and nothing is signed. */
  paid?: PaidCall;
  /** Gets the paid call before it is sent: a program that stores it can resume the call even if its process dies. */
  onSigned?: (paid: PaidCall) => unknown;
}

/**
 * One call. A priced skill is paid first: its price, its payee and the market's terms are looked up, then a price is
 * quoted, and what is signed is built here and is what was looked up, for no more than `maxLamports` in all and within
 * the limits of the wallet; the key never leaves. Throws MarketError, with PRICE_TOO_HIGH where more would have to be paid,
 * with OWN_LIMIT_EXCEEDED where the wallet's own limits refuse it, with QUOTE_NOT_AS_SHOWN where the quote says anything
 * else than what was looked up, and with `paid` where another call would pay another time.
 */
export async function callSkill(
  connection: MarketConnection,
  skill: string,
  input: unknown,
  options: CallOptions = {},
): Promise<CallResult> {
  const { version, keypair, maxLamports = 0n, spending, paid, onSigned } = options;
  if (paid) return finishPaidCall(connection, paid);
  const path = `/v1/skills/${part(skill)}`;
  const offered = await connection.json({ path, query: { version } }, offeredSkill);
  const price = offered.price_lamports;
  if (price === 0n) {
    const json = { input, ...(version === undefined ? {} : { version }) };
    const answer = await connection.json({ method: "POST", path: `${path}/run`, json }, runAnswer);
    return toResult(answer, 0n, null);
  }
  if (price > maxLamports) throw priceTooHigh(price, maxLamports);
  if (!keypair)
    throw new MarketError("KEYPAIR_MISSING", `A call costs ${price} lamports: a keypair is needed.`);
  const order = { offered, input, keypair, maxLamports, ...(spending ? { spending } : {}) };
  const signed = await pay(connection, order);
  await onSigned?.(signed);
  return finishPaidCall(connection, signed);
}

interface Order {
  offered: ReturnType<typeof offeredSkill>;
  input: unknown;
  keypair: Keypair;
  maxLamports: bigint;
  spending?: OwnSpending;
}

/** Has the price quoted and signs its payment. Nothing is signed but what was looked up. */
async function pay(
  connection: MarketConnection,
  { offered, input, keypair, maxLamports, spending }: Order,
): Promise<PaidCall> {
  const { name: skill, version, price_lamports: priceLamports, payee_address: payeeAddress } = offered;
  if (!payeeAddress)
    throw new MarketError(
      "ANSWER_INVALID",
      `The market does not say who is paid for ${skill}: nothing is paid.`,
    );
  const { settlement } = await connection.json({ path: "/v1/agent/info" }, marketTerms);
  const json = { skill, version, input, payer: keypair.address };
  const offer = await connection.json({ method: "POST", path: "/v1/quotes", json }, quoteOffer);
  const { quoteId, transaction } = prepare(() =>
    preparePayment(offer.quote, {
      skill,
      version,
      calls: 1,
      priceLamports,
      feeBasisPoints: settlement.fee_basis_points,
      payerAddress: keypair.address,
      payeeAddress,
      treasuryAddress: settlement.treasury_address,
    }),
  );
  const total = sumPaid(transaction); // of the very bytes that are signed
  if (total > maxLamports) throw priceTooHigh(total, maxLamports);
  if (spending)
    await countBeforeSigning(spending, {
      address: keypair.address,
      market: connection.market,
      skill,
      skillId: offered.id ?? null,
      publisherId: offered.version_publisher?.id ?? null,
      auditState: offered.audit_state ?? null,
      lamports: total,
    });
  const signed = signPayment(transaction, keypair);
  const { access_token: accessToken } = offer;
  return { market: connection.market, quoteId, accessToken, transaction: signed };
}

function prepare(make: () => PreparedPayment): PreparedPayment {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotAsShown) {
      const next =
        "Nothing was signed. Look the skill up again; what it costs and whom it pays may have changed";
      throw new MarketError("QUOTE_NOT_AS_SHOWN", `${error.message} ${next}.`);
    }
    throw error;
  }
}

const priceTooHigh = (lamports: bigint, allowed: bigint) =>
  new MarketError("PRICE_TOO_HIGH", `A call costs ${lamports} lamports; ${allowed} are allowed.`);
