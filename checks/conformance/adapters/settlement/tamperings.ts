import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { DomainError } from "@/lib/kernel/errors";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { MAX_LAMPORTS } from "@/lib/skill-format";
import { encodeAddress } from "@/lib/chain/solana/address";
import {
  type Tampering,
  signedFor,
  withSignature,
  rewritten,
  transferTo,
  inTokens,
  behindDurableNonce,
  sentFor,
  pay,
  signBytes,
  stranger,
} from "./tamper";

const replay: Tampering = async ({ market, lamports }) => {
  const skill = await market.publish(lamports);
  const quote = await market.quote(skill);
  const raw = market.sign(quote);
  await pay(market, quote, raw);
  const next = await market.quote(skill);
  return async () => {
    const signature = bs58.encode(raw.subarray(1, 65));
    const claimed = await submitSignature({ quoteId: next.id, signature }, market.context()).catch(
      (error: unknown) => error,
    );
    if (!(claimed instanceof DomainError)) throw new Error("a used signature was taken for another quote");
    await pay(market, next, raw);
  };
};

const inParallel: Tampering = async ({ market, lamports }) => {
  const quote = await market.quote(await market.publish(lamports));
  const raw = market.sign(quote);
  return async () => {
    const submit = () => submitPayment({ quoteId: quote.id, rawTransaction: raw }, market.context());
    const submitted = await Promise.allSettled([submit(), submit()]);
    const refused = submitted.filter((each) => each.status === "rejected");
    if (refused.length === submitted.length) throw refused[0]?.reason;
    await runPaidCall(quote.id);
    return submitted.length - refused.length;
  };
};

const expired: Tampering = async ({ market, lamports }) => {
  const quote = await market.quote(await market.publish(lamports));
  const raw = market.sign(quote);
  const later = { now: () => new Date(quote.expiresAt.getTime() + 1000) };
  return async () => {
    await submitPayment({ quoteId: quote.id, rawTransaction: raw }, market.context({ clock: later }));
  };
};

/** The price the buyer read and signs is no longer the one of the quote: the skill costs more by now. */
const priceChanged: Tampering = async ({ market, lamports }) => {
  const skill = await market.publish(lamports);
  const old = await market.quote(skill);
  const dearer = lamports * 2n > MAX_LAMPORTS ? lamports - 1n : lamports * 2n;
  await market.changePrice(skill, dearer);
  const quote = await market.quote(skill);
  const { creatorLamports, feeLamports } = old;
  const raw = market.sign({ ...quote, creatorLamports, feeLamports });
  return () => pay(market, quote, raw);
};

const invalidInput: Tampering = async ({ market, lamports }) => {
  const skill = await market.publish(lamports);
  return async () => {
    await market.quote(skill, { input: { text: 5 } });
  };
};

const subscription: Tampering =
  async ({ market, lamports }) =>
  async () => {
    const skill = await market.publish(lamports, { model: "subscription" });
    const quote = await market.quote(skill);
    await pay(market, quote, market.sign(quote));
  };

const unsigned = withSignature(() => new Uint8Array(64));
const otherKey = withSignature((message, market) => signBytes(market.stranger, message));
const otherMessage = withSignature((_message, market) =>
  signBytes(market.buyer, Buffer.from("I agree to something else.")),
);
const flippedBit = withSignature((message, market) => {
  const signature = signBytes(market.buyer, message);
  signature[40] = (signature[40] ?? 0) ^ 1;
  return signature;
});
const otherSkill = sentFor(async ({ market, lamports }, skill) => ({
  from: await market.quote(await market.publish(lamports)),
  to: await market.quote(skill),
}));
const otherVersion = sentFor(async ({ market, lamports }, skill) => {
  const from = await market.quote(skill);
  await market.publish(lamports, { name: skill, version: "1.0.1" });
  return { from, to: await market.quote(skill) };
});
const otherInput = sentFor(async ({ market }, skill) => ({
  from: await market.quote(skill, { input: { text: "cheap question" } }),
  to: await market.quote(skill),
}));
const otherNonce = sentFor(async ({ market }, skill) => ({
  from: await market.quote(skill),
  to: await market.quote(skill),
}));
const otherPayer: Tampering = async ({ market, lamports }) => {
  const quote = await market.quote(await market.publish(lamports));
  const raw = market.sign({ ...quote, payerAddress: market.stranger.publicKey.toBase58() }, market.stranger);
  return () => pay(market, quote, raw);
};
const yanked: Tampering =
  async ({ market }) =>
  async () => {
    await market.quote("for-sale-that-is-not");
  };
const malformed: Tampering = async ({ market, lamports }) => {
  const quote = await market.quote(await market.publish(lamports));
  return () => pay(market, quote, market.sign(quote).subarray(0, 100));
};
const poor: Tampering = async ({ market, lamports }) => {
  const skill = await market.publish(lamports);
  const payerAddress = Keypair.generate().publicKey.toBase58();
  return async () => {
    await market.quote(skill, { payerAddress });
  };
};
const ownSkill: Tampering = async ({ market, lamports }) => {
  const skill = await market.publish(lamports);
  return async () => {
    await market.quote(skill, { payerAddress: market.creator.publicKey.toBase58() });
  };
};

const amountLess = signedFor(({ creatorLamports }) => ({ creatorLamports: creatorLamports - 1n }));
const amountMore = signedFor(({ creatorLamports }) => ({ creatorLamports: creatorLamports + 1n }));
const otherNetwork = signedFor(() => ({
  blockhash: encodeAddress(Keypair.generate().publicKey.toBytes()), // no block of this chain
}));
const otherDomain = signedFor(({ id }) => ({ memo: `other-market:v1:${id}` }));

/** Every tampering by the names it may have. */
/** Each with the names by which a case may ask for it. */
export const TAMPERINGS: readonly (readonly [Tampering, ...string[]])[] = [
  [
    replay,
    "replay",
    "replayed",
    "reuse",
    "twice",
    "second_use",
    "replay_other_quote",
    "resent",
    "double_spend",
  ],
  [inParallel, "twice_in_parallel", "parallel", "concurrent", "race", "double_submit", "replay_parallel"],
  [otherKey, "other_key", "key", "other_wallet", "other_signer", "wrong_key", "signer", "wrong_signer"],
  [otherPayer, "payer", "other_payer", "wrong_payer", "buyer", "other_buyer", "from"],
  [signedFor(() => ({ creatorLamports: 0n, feeLamports: 0n })), "amount_zero", "zero"],
  [
    amountLess,
    "amount_less",
    "amount_lower",
    "amount_low",
    "amount_smaller",
    "underpaid",
    "less",
    "lower_amount",
  ],
  [
    amountMore,
    "amount_more",
    "amount",
    "amount_higher",
    "amount_high",
    "amount_larger",
    "overpaid",
    "more",
    "higher_amount",
    "price",
    "lamports",
  ],
  [signedFor(() => ({ feeLamports: 0n })), "fee", "no_fee", "fee_omitted", "fee_zero"],
  [
    signedFor((_terms, scene) => ({ treasuryAddress: stranger(scene) })),
    "treasury",
    "other_treasury",
    "fee_recipient",
  ],
  [otherSkill, "skill", "other_skill", "skill_id", "wrong_skill"],
  [otherVersion, "version", "other_version", "wrong_version", "digest", "package_digest"],
  [otherInput, "input", "other_input", "input_digest"],
  [
    signedFor((_terms, scene) => ({ payeeAddress: stranger(scene) })),
    "payee",
    "other_payee",
    "recipient",
    "wrong_payee",
    "creator",
    "author_wallet",
    "destination",
    "to",
  ],
  [otherNonce, "nonce", "other_nonce", "nonce_reused", "quote", "other_quote", "memo"],
  [signedFor(() => ({ memo: "" })), "no_nonce", "nonce_missing", "no_memo"],
  [signedFor((_terms, scene) => ({ reference: stranger(scene) })), "reference", "other_reference"],
  [signedFor(() => ({ reference: null as unknown as string })), "no_reference", "reference_missing"],
  [otherDomain, "domain", "other_domain", "origin", "audience", "other_market", "market"],
  [
    otherNetwork,
    "wrong_network",
    "network",
    "other_network",
    "chain",
    "chain_id",
    "cluster",
    "genesis",
    "other_chain",
    "other_cluster",
    "blockhash",
    "recent_blockhash",
    "other_blockhash",
  ],
  [
    rewritten((instructions, market) => [...instructions, transferTo(market, market.stranger.publicKey)]),
    "extra_instruction",
    "instruction_added",
    "additional_instruction",
    "extra_transfer",
    "second_transfer",
    "instruction",
  ],
  [
    rewritten((instructions) => instructions.slice(0, -1)),
    "instruction_removed",
    "missing_instruction",
    "no_transfer",
    "missing_transfer",
    "transfer_removed",
  ],
  [
    rewritten((instructions) => instructions.toReversed()),
    "instruction_order",
    "order",
    "reordered",
    "instructions_swapped",
  ],
  [rewritten((instructions) => instructions, { payer: "stranger" }), "fee_payer", "network_fee_payer"],
  [rewritten(inTokens), "currency", "other_currency", "token", "other_token", "mint", "asset"],
  [rewritten(behindDurableNonce), "durable_nonce", "nonce_account", "advance_nonce"],
  [expired, "expired", "expiry", "expiration", "expires", "late", "stale", "expired_message"],
  [unsigned, "none", "no_signature", "unsigned", "missing", "missing_signature", "empty", "empty_signature"],
  [otherMessage, "other_message", "message", "text_message"],
  [
    flippedBit,
    "signature",
    "bad_signature",
    "invalid_signature",
    "flipped_bit",
    "corrupt_signature",
    "bit_flip",
    "byte",
  ],
  [malformed, "malformed", "garbage", "truncated", "not_base64", "invalid_encoding"],
  [
    priceChanged,
    "price_changed",
    "price_change",
    "price_raised",
    "price_increased",
    "stale_price",
    "old_price",
  ],
  [invalidInput, "invalid_input", "input_invalid", "bad_input"],
  [subscription, "subscription", "not_for_sale"],
  [yanked, "not_published", "unpublished", "unknown_skill"],
  [poor, "insufficient_funds", "balance", "poor_payer", "no_funds", "insufficient_balance"],
  [ownSkill, "own_skill", "payer_is_payee", "self", "self_payment"],
];
