import { Keypair } from "@solana/web3.js";
import hostile from "./hostile-variants.json";

export type AnswerName = "skill" | "info" | "offer";

/** What a market answers to one purchase, as JSON texts: to a look at the skill, at its own terms, and for a quote. */
export type Answers = Record<AnswerName, string>;

/** Something a market may say instead of what it has shown. */
export interface Variant {
  name: string;
  /** A page, which is drawn from what it shows, only asks for the `offer`. */
  answer: AnswerName;
  set?: Record<string, unknown>;
  remove?: string[];
  body?: string;
  /** The lie is about nothing that is signed: exactly what was shown is. */
  harmless?: boolean;
}

export const VARIANTS = hostile.variants as readonly Variant[];
export const PAYER = Keypair.fromSeed(Buffer.from(hostile.payer_seed_hex, "hex"));
export const { payee: PAYEE, treasury: TREASURY, memo: MEMO } = hostile.honest.offer.quote;
export const FEE_BASIS_POINTS = hostile.honest.info.settlement.fee_basis_points;
export const SHOWN_LAMPORTS = BigInt(hostile.shown.price_lamports);
export const SHOWN_FEE_LAMPORTS = BigInt(hostile.shown.fee_lamports);

/** Of a market that keeps its word. */
export function honestAnswers(): Answers {
  const { skill, info, offer } = hostile.honest;
  return { skill: JSON.stringify(skill), info: JSON.stringify(info), offer: JSON.stringify(offer) };
}

export function hostileAnswers({ answer, set = {}, remove = [], body }: Variant): Answers {
  const changed = structuredClone<Record<string, unknown>>(hostile.honest[answer]);
  for (const path of remove) {
    const [record, member] = memberAt(changed, path);
    delete record[member];
  }
  for (const [path, value] of Object.entries(set)) {
    const [record, member] = memberAt(changed, path);
    // As a member of its own also where it is called __proto__.
    Object.defineProperty(record, member, { value, enumerable: true, configurable: true });
  }
  return { ...honestAnswers(), [answer]: body ?? JSON.stringify(changed) };
}

function memberAt(whole: Record<string, unknown>, path: string): [Record<string, unknown>, string] {
  const [member = "", ...outer] = path.split(".").toReversed();
  const inner = outer.toReversed().reduce((at, each) => at[each] as Record<string, unknown>, whole);
  return [inner, member];
}
