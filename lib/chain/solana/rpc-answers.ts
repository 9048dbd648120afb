import { z } from "zod";

// The forms of a node's answers, as far as the market reads them (https://solana.com/docs/rpc/http). Members it does
// not read are let through; a member it reads and does not find makes the whole answer unusable.

/** An answer that says at which slot it was true. */
const atSlot = <T extends z.ZodType>(value: T) =>
  z.object({ value }).transform((answer) => (answer as { value: z.output<T> }).value);

const wholeNumber = z.int().nonnegative();
/** The same with the slot. */
const withSlot = <T extends z.ZodType>(value: T) =>
  z.object({ context: z.object({ slot: wholeNumber }), value });
/** Balances are 64-bit numbers, which JSON readers round beyond 2^53. */
const balance = z.number().nonnegative();
const commitment = z.enum(["processed", "confirmed", "finalized"]);
const base64 = z.tuple([z.string(), z.literal("base64")]).transform(([text]) => Buffer.from(text, "base64"));

export const text = z.string();
export const height = wholeNumber.transform(BigInt);
export const slot = wholeNumber;
/** Seconds since 1970; null for a block whose time is not known. */
export const blockTime = wholeNumber.nullable();
export const truthAtSlot = withSlot(z.boolean());
/** Slot and height of one and the same block. */
export const block = z
  .object({ absoluteSlot: wholeNumber, blockHeight: height })
  .transform(({ absoluteSlot, blockHeight }) => ({ slot: absoluteSlot, height: blockHeight }));
export const blockhash = atSlot(z.object({ blockhash: z.string(), lastValidBlockHeight: height }));

const account = z.object({ owner: z.string(), lamports: balance.transform(BigInt), data: base64 }).nullable();
export const accountAtSlot = withSlot(account);
export const accounts = atSlot(z.array(account));
/** The same when no data is asked for, which nodes say in several ways. */
export const balances = atSlot(z.array(z.object({ lamports: balance.transform(BigInt) }).nullable()));

export const signatureStates = withSlot(
  z.array(
    z
      .object({
        slot: wholeNumber,
        confirmations: z.number().nullable(),
        err: z.unknown(),
        confirmationStatus: commitment.nullish(),
      })
      .nullable(),
  ),
);

const tokenBalances = z
  .array(z.object({ accountIndex: wholeNumber, uiTokenAmount: z.object({ amount: z.string() }) }))
  .nullish();

/** Null for one that is not there, or whose outcome the node has not kept. */
export const transaction = z
  .object({
    slot: wholeNumber,
    blockTime: z.number().nullish(),
    transaction: base64,
    meta: z
      .object({
        err: z.unknown(),
        preBalances: z.array(balance),
        postBalances: z.array(balance),
        preTokenBalances: tokenBalances,
        postTokenBalances: tokenBalances,
      })
      .nullable(),
  })
  .nullable();

export const signaturesOfAddress = z.array(
  z.object({
    signature: z.string(),
    slot: z.number().optional(),
    err: z.unknown(),
    memo: z.string().nullish(),
    blockTime: z.number().nullish(),
  }),
);
