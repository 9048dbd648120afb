import { z } from "@hono/zod-openapi";
import { address } from "@/api/schemas/call";
import { BODY_PROBLEMS } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import type { BondMoveView, BondView } from "@/lib/audits/bond/get-bond";

/** Why a deposit is not opened or moved. */
export const BOND_PROBLEMS = [
  "REQUEST_INVALID",
  ...BODY_PROBLEMS,
  "BOND_NOT_LOCKED",
  "BOND_MOVE_REFUSED",
  "RATE_LIMITED",
  "LEDGER_UNAVAILABLE",
] as const;

export const vaultParameter = z.object({
  vault: address.describe("The token account that holds the deposit."),
});
export const moveKind = z
  .enum(["refund", "slash"])
  .describe("refund: to the creator; slash: to the challenger, after an upheld challenge.");
export const signedTransaction = z.base64().min(4).max(2000);

export const moveSchema = z
  .object({
    id: z.string(),
    kind: moveKind,
    state: z.enum(["waiting", "sent", "done", "failed", "expired"]),
    destination: address,
    signers: z.array(address).describe("Two of creator, arbiter and council; the first pays the network."),
    signed: z.array(address).describe("Of these, who has signed."),
    transaction: z
      .string()
      .nullable()
      .describe("Base64, with the signature so far, while it waits for the other one."),
    signature: z.string().nullable().describe("Of the transaction that was sent."),
  })
  .openapi("BondMove");

export const bondSchema = z
  .object({
    vault: address,
    state: z.enum(["locked", "released", "slashed"]),
    lamports,
    required_lamports: lamports.describe(
      "Lamports that were asked for when it was opened, or since, if that is less.",
    ),
    parties: z
      .object({ creator: address, arbiter: address, council: address })
      .nullable()
      .describe(
        "Any two of these can move the deposit; they stay the same until it is paid out. Null for a deposit of an older market that has not been looked at since.",
      ),
    checked_at: z.iso.datetime(),
    moves: z.array(moveSchema),
  })
  .openapi("BondDetail");

export function toMoveJson({ transaction, ...move }: BondMoveView): z.infer<typeof moveSchema> {
  return moveSchema.parse({
    ...move,
    transaction: transaction && Buffer.from(transaction).toString("base64"),
  });
}

export function toBondJson(bond: BondView): z.infer<typeof bondSchema> {
  return bondSchema.parse({
    vault: bond.vaultAddress,
    state: bond.state,
    lamports: bond.amountLamports.toString(),
    required_lamports: bond.requiredLamports.toString(),
    parties: bond.parties,
    checked_at: bond.checkedAt.toISOString(),
    moves: bond.moves.map(toMoveJson),
  });
}
