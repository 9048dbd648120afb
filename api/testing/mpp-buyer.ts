import { setTimeout as sleep } from "node:timers/promises";
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
} from "@solana/web3.js";
import bs58 from "bs58";
import { expect } from "vitest";
import { call, expectProblem, type Answer } from "@/api/testing/client";
import type { CallMarket } from "@/lib/running/testing/call-market";
import { quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";

export interface Charge {
  amount: string;
  recipient: string;
  externalId: string;
  methodDetails: { recentBlockhash: string; splits: { recipient: string; amount: string }[] };
}

type Headers = Record<string, string>;

/** The answer to a request that is repeated for as long as the outcome of its payment is unknown. */
export async function settled(request: () => Promise<Answer>): Promise<Answer> {
  for (let i = 0; i < 60; i++) {
    const answer = await request();
    if (answer.status !== 202) return answer;
    expect(answer.headers.get("retry-after")).toBe("1");
    await sleep(50);
  }
  throw new Error("the call did not settle");
}

/** An agent that calls a market's skill and pays over HTTP (MPP `solana/charge`), as published clients do. */
export function mppBuyer(market: CallMarket) {
  const ask = (body: unknown = { input: { text: "hi" } }, headers: Headers = {}, skill = market.skill.slug) =>
    call("POST", `/v1/skills/${skill}/call`, { json: body, headers });

  function challengeOf(answer: Answer): Record<string, string> {
    const header = answer.headers.get("www-authenticate") ?? "";
    return Object.fromEntries(
      [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
  }

  const chargeOf = (challenge: Record<string, string>) =>
    JSON.parse(Buffer.from(challenge["request"] ?? "", "base64url").toString()) as Charge;

  /** The transaction of a charge, put together as the published client does: payee, memo, splits; no reference. */
  function sign(
    { amount, recipient, externalId, methodDetails }: Charge,
    signer: Keypair = market.buyer,
  ): Buffer {
    const { splits, recentBlockhash } = methodDetails;
    const fee = splits.reduce((sum, split) => sum + BigInt(split.amount), 0n);
    const transfer = (to: string, lamports: bigint) =>
      SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey: new PublicKey(to), lamports });
    const memo = { programId: new PublicKey(MEMO_PROGRAM), keys: [], data: Buffer.from(externalId) };
    const instructions = [
      transfer(recipient, BigInt(amount) - fee),
      new TransactionInstruction(memo),
      ...splits.map((split) => transfer(split.recipient, BigInt(split.amount))),
    ];
    const payerKey = signer.publicKey;
    const message = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([signer]);
    return Buffer.from(transaction.serialize());
  }

  const credential = (challenge: Record<string, string>, payload: unknown): Headers => ({
    authorization: `Payment ${Buffer.from(JSON.stringify({ challenge, payload })).toString("base64url")}`,
  });
  const pull = (challenge: Record<string, string>, raw = sign(chargeOf(challenge))) =>
    credential(challenge, { type: "transaction", transaction: raw.toString("base64") });
  const push = (challenge: Record<string, string>, raw: Buffer) =>
    credential(challenge, { type: "signature", signature: bs58.encode(raw.subarray(1, 65)) });

  async function asked(body?: unknown, headers?: Headers) {
    const answer = await ask(body, headers);
    expectProblem(answer, 402, "PAYMENT_REQUIRED");
    return challengeOf(answer);
  }

  const quoteIdOf = (challenge: Record<string, string>) => quoteIdOfMemo(chargeOf(challenge).externalId);
  const grants = (challenge: Record<string, string>) =>
    market.database().grant.count({ where: { quoteId: quoteIdOf(challenge) } });

  return { ask, asked, chargeOf, sign, pull, push, quoteIdOf, grants };
}
