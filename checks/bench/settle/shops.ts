import bs58 from "bs58";
import { request } from "../request";
import { termsOfQuote, type BlockhashTerms } from "../terms-of-quote";

/** How a buyer pays: hands in signed bytes, or sends them and reports their signature. */
export type Mode = "pull" | "push";

/** A payment that was asked for, and what is needed to make it. */
export interface Asked {
  terms: BlockhashTerms;
  /** What identifies the grant this answer gives; null when it gives none. */
  pay(raw: Buffer, mode: Mode): Promise<string | null>;
}

/** A server that asks for payment and gives grants for it. */
export interface Shop {
  ask(): Promise<Asked>;
}

const signatureOf = (raw: Buffer) => bs58.encode(raw.subarray(1, 65));

/** Emporion: `POST /v1/quotes`, then `POST /v1/quotes/{id}/payment` until it says GRANTED. */
export function ourShop(url: string, payer: string, skill: string): Shop {
  return {
    async ask() {
      const answer = await request(`${url}/v1/quotes`, { json: { skill, payer, input: { text: "hello" } } });
      if (answer.status !== 201) throw new Error(`no quote: ${answer.status} ${answer.body.slice(0, 300)}`);
      const { quote } = JSON.parse(answer.body) as { quote: Record<string, string> };
      const pay = async (raw: Buffer, mode: Mode) => {
        const json =
          mode === "pull" ? { transaction: raw.toString("base64") } : { signature: signatureOf(raw) };
        for (;;) {
          const paid = await request(`${url}/v1/quotes/${quote["id"] ?? ""}/payment`, { json });
          if (paid.status === 202) continue;
          return paid.status === 200 ? (JSON.parse(paid.body) as { grant_id: string }).grant_id : null;
        }
      };
      return { terms: termsOfQuote(quote), pay };
    },
  };
}

/** The published MPP server: any path, then the same path with a credential. */
export function referenceShop(url: string, payer: string): Shop {
  let asked = 0;
  let granted = 0;
  return {
    async ask() {
      const path = `${url}/call-${++asked}-${Date.now()}`;
      const answer = await request(path);
      const header = answer.headers["www-authenticate"] ?? "";
      const challenge: Record<string, string> = {};
      for (const [, name = "", value = ""] of header.matchAll(/(\w+)="([^"]*)"/g)) challenge[name] = value;
      const charge = JSON.parse(Buffer.from(challenge["request"] ?? "", "base64url").toString()) as MppCharge;
      const pay = async (raw: Buffer, mode: Mode) => {
        const payload =
          mode === "pull"
            ? { type: "transaction", transaction: raw.toString("base64") }
            : { type: "signature", signature: signatureOf(raw) };
        const credential = Buffer.from(JSON.stringify({ challenge, payload })).toString("base64url");
        const paid = await request(path, { headers: { authorization: `Payment ${credential}` } });
        return paid.status === 200 ? `${path} ${++granted}` : null; // each such answer delivers once more
      };
      return { terms: termsOfCharge(charge, payer), pay };
    },
  };
}

interface MppCharge {
  amount: string;
  recipient: string;
  externalId: string;
  methodDetails: { recentBlockhash: string; splits: { recipient: string; amount: string }[] };
}

function termsOfCharge(
  { amount, recipient, externalId, methodDetails }: MppCharge,
  payerAddress: string,
): BlockhashTerms {
  const [split] = methodDetails.splits;
  const feeLamports = BigInt(split?.amount ?? "0");
  return {
    payerAddress,
    payeeAddress: recipient,
    treasuryAddress: split?.recipient ?? "",
    creatorLamports: BigInt(amount) - feeLamports,
    feeLamports,
    reference: null,
    memo: externalId,
    blockhash: methodDetails.recentBlockhash,
  };
}
