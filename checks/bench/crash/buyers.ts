import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import bs58 from "bs58";
import type { Keypair } from "@solana/web3.js";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { request } from "../request";
import { termsOfQuote, type BlockhashTerms } from "../terms-of-quote";

/** How a buyer pays: hands in signed bytes, reports a sent transaction, or sends one and never comes back. */
export const WAYS = ["pull", "push", "leave", "agent-pull", "agent-push", "agent-leave"] as const;
export type Way = (typeof WAYS)[number];

/** From when nothing is killed any more: until then bad luck may last as long as it likes. */
const PATIENCE_MS = 300_000;
const PAUSE_MS = 100;
const INPUT = { text: "hello" };

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface Purchase {
  quoteId: string;
  /** Of the payment that was signed for it, whether or not it landed. */
  signature: string;
  /** The market says that nothing was paid. */
  ended: boolean;
  /** Of the call, where one was asked for and made. */
  receiptId?: string;
}

/** Who pays: a wallet, and its signature of a payment. */
export interface Payer {
  readonly buyer: Keypair;
  sign(terms: BlockhashTerms): Buffer;
}

/** What the market answers to bytes that can no longer land. */
const ENDED: ReadonlySet<unknown> = new Set(["SETTLEMENT_FAILED", "QUOTE_EXPIRED", "TRANSACTION_REJECTED"]);

/**
 * Someone who buys one call from a market that dies now and then, and asks the same thing again until it is answered.
 */
export class Buyer {
  /** Whether processes are still being killed. */
  killing = true;

  constructor(
    private readonly payer: Payer,
    private readonly url: string,
    private readonly skill: string,
    private readonly sender: typeof request = request,
  ) {}

  /** Buys one call. A purchase whose bytes never landed ends unpaid, which the market must say and be right about. */
  buy(way: Way): Promise<Purchase> {
    return way.startsWith("agent") ? this.buyAsAgent(way) : this.buyWithWallet(way);
  }

  private async buyWithWallet(way: Way): Promise<Purchase> {
    const payer = this.payer.buyer.publicKey.toBase58();
    const created = await this.until(201, "/v1/quotes", { skill: this.skill, payer, input: INPUT });
    const quote = created.body["quote"] as Record<string, string>;
    const id = quote["id"] ?? "";
    const raw = this.payer.sign(termsOfQuote(quote));
    const purchase = { quoteId: id, signature: signatureOf(raw) };
    if (way !== "pull") await send(raw);
    if (way === "leave") return { ...purchase, ended: false };
    const proof =
      way === "pull" ? { transaction: raw.toString("base64") } : { signature: purchase.signature };
    const paid = await this.repeat(isPaidOrEnded, `/v1/quotes/${id}/payment`, proof, {});
    if (paid.status !== 200) return { ...purchase, ended: true };
    const token = { "x-access-token": String(created.body["access_token"]) };
    const done = await this.untilDone(`/v1/quotes/${id}/run`, {}, token);
    return { ...purchase, ended: false, ...receiptOf(done) };
  }

  private async buyAsAgent(way: Way): Promise<Purchase> {
    const path = `/v1/skills/${this.skill}/call`;
    const asked = await this.until(402, path, { input: INPUT });
    const header = asked.headers["www-authenticate"] ?? "";
    const challenge: Record<string, string> = {};
    for (const [, key = "", value = ""] of header.matchAll(/(\w+)="([^"]*)"/g)) challenge[key] = value;
    const { quote } = (await this.until(200, `/v1/quotes/${String(asked.body["quote_id"])}`)).body;
    const terms = quote as Record<string, string>;
    const raw = this.payer.sign({
      ...termsOfQuote(terms),
      payerAddress: this.payer.buyer.publicKey.toBase58(),
    });
    if (way !== "agent-pull") await send(raw);
    const purchase = { quoteId: terms["id"] ?? "", signature: signatureOf(raw) };
    if (way === "agent-leave") return { ...purchase, ended: false };
    const payload =
      way === "agent-pull"
        ? { type: "transaction", transaction: raw.toString("base64") }
        : { type: "signature", signature: purchase.signature };
    const credential = Buffer.from(JSON.stringify({ challenge, payload })).toString("base64url");
    const done = await this.untilDone(
      path,
      { input: INPUT },
      { authorization: `Payment ${credential}` },
      isEnded,
    );
    return { ...purchase, ended: done.status !== 200, ...receiptOf(done) };
  }

  private untilDone(
    path: string,
    body: unknown,
    headers: Record<string, string>,
    isOver: (answer: Answer) => boolean = () => false,
  ): Promise<Answer> {
    const isDone = ({ status, body }: Answer) =>
      status === 200 && (body["run"] as { state?: string } | undefined)?.state === "DONE";
    return this.repeat((answer) => isDone(answer) || isOver(answer), path, body, headers);
  }

  private until(status: number, path: string, body?: unknown): Promise<Answer> {
    return this.repeat((answer) => answer.status === status, path, body, {});
  }

  /** The same request again, over dead connections and unknown outcomes, until it is answered as it must be. */
  private async repeat(
    isAnswered: (answer: Answer) => boolean,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> {
    let last = "nothing";
    for (let endMs = Infinity; performance.now() < endMs;) {
      if (!this.killing) endMs = Math.min(endMs, performance.now() + PATIENCE_MS);
      const answer = await this.ask(path, body, headers).catch(() => null);
      if (answer && isAnswered(answer)) return answer;
      if (answer) last = tell(answer);
      await sleep(PAUSE_MS);
    }
    throw new Error(`${path} was not answered in ${PATIENCE_MS / 1000} s; last: ${last}`);
  }

  private async ask(path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const {
      status,
      headers: received,
      body: text,
    } = await this.sender(this.url + path, {
      json: body,
      headers,
      timeoutMs: 20_000,
    });
    return { status, headers: received, body: JSON.parse(text) as Record<string, unknown> };
  }
}

function receiptOf({ body }: Answer): { receiptId?: string } {
  const { receipt_id: receiptId } = (body["run"] ?? {}) as { receipt_id?: unknown };
  return typeof receiptId === "string" ? { receiptId } : {};
}

const isEnded = ({ body }: Answer) => ENDED.has(body["error_code"]);
const isPaidOrEnded = (answer: Answer) => answer.status === 200 || isEnded(answer);

const signatureOf = (raw: Buffer) => bs58.encode(raw.subarray(1, 65));

/**
 * As a wallet does that sends by itself: the market is not asked. A question that a dying market answered late can
 * leave a blockhash that is too old; such a payment never lands, and who left does not come back to hear of it.
 */
async function send(raw: Buffer): Promise<void> {
  await currentSettlement().connection.broadcast(raw, { rehearse: false });
}

function tell({ status, body }: Answer): string {
  const { quote, ...rest } = body;
  const { id, state } = (quote ?? {}) as Record<string, unknown>;
  return `${status} ${JSON.stringify({ quote: id, state, ...rest }).slice(0, 500)}`;
}
