import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import EXAMPLES from "@/api/examples.json";
import { noun } from "@/api/frame/operation";
import { address } from "@/api/schemas/call";
import { lookupText, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { VERSION_PROBLEMS } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { currentBondTerms, findBondTerms } from "@/lib/audits/bond/bond-settings";
import { type BondMoveView, type BondView, getBond, toMoveView } from "@/lib/audits/bond/deposits";
import { prepareBondMove, signBondMove } from "@/lib/audits/bond/move-bond";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { solanaConnection } from "@/lib/chain/solana/current-connection";

export const bonds = noun("Audits");

/** Why a deposit is not opened or moved. */
const BOND_PROBLEMS = ["BOND_NOT_LOCKED", "BOND_MOVE_REFUSED", "LEDGER_UNAVAILABLE"] as const;

const vaultParameter = z.object({
  vault: address.describe("The token account that holds the deposit."),
});
const moveKind = z
  .enum(["refund", "slash"])
  .describe("refund: to the creator; slash: to the challenger, after an upheld challenge.");
const signedTransaction = z.base64().min(4).max(2000);

const moveState = z.enum(["waiting", "sent", "done", "failed", "expired"]);
const bondState = z.enum(["locked", "released", "slashed"]);

const moveSchema = writtenFrom(
  z
    .object({
      id: z.string(),
      kind: moveKind,
      state: moveState,
      destination: address,
      signers: z.array(address).describe("Two of creator, arbiter and council; the first pays the network."),
      signed: z.array(address).describe("Of these, who has signed."),
      transaction: z
        .string()
        .nullable()
        .describe("Base64, with the signature so far, while it waits for the other one."),
      signature: z.string().nullable().describe("Of the transaction that was sent."),
    })
    .openapi("BondMove"),
  ({ kind, state }: BondMoveView) => ({ kind: moveKind.parse(kind), state: moveState.parse(state) }),
);

const bondSchema = writtenFrom(
  z
    .object({
      vault: address,
      state: bondState,
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
    .openapi("BondDetail"),
  ({ vaultAddress, state, amountLamports }: BondView) => ({
    vault: vaultAddress,
    state: bondState.parse(state),
    lamports: amountLamports,
  }),
);

bonds
  .post("/v1/skills/{id}/bonds", {
    id: "observeBond",
    summary: "Look at a deposit on chain",
    description:
      "Wrapped SOL in a token account of a 2-of-3 multisig of creator, arbiter and council makes a version Optimistic, as long as it lies there. Anybody may ask; asking again checks again.",
    limit: REQUEST_LIMITS.deposit,
    params: skillParameter,
    json: z.object({ version: versionParameter, vault: lookupText(44).min(32) }).openapi("BondObservation"),
    maxBytes: 4 * 1024,
    answers: {
      200: [
        z.object({ state: bondState, lamports }).openapi("Bond"),
        "What was seen, at finalized commitment.",
      ],
    },
    problems: [...VERSION_PROBLEMS, "BOND_NOT_LOCKED", "LEDGER_UNAVAILABLE"],
  })
  .handle(async ({ json, params }) => {
    const { version, vault } = json;
    const terms = findBondTerms();
    const { versionId } = await getSkill(params.id, { version });
    return observeBond({ versionId, vaultAddress: vault }, { chain: solanaConnection(), terms });
  });

bonds
  .post("/v1/skills/{id}/bonds/opening", {
    id: "openBond",
    summary: "Open the vault of a version with one signature of its creator",
    description:
      "Without `transaction` it answers the one to sign; with it, signed, sends it. Any two of creator, arbiter, council can move the deposit. It counts once it is final: POST /v1/skills/{id}/bonds.",
    limit: REQUEST_LIMITS.deposit,
    params: skillParameter,
    json: z
      .object({
        version: versionParameter,
        creator: address.describe("A wallet of the account that owns the skill."),
        transaction: signedTransaction.optional(),
      })
      .openapi("BondOpeningRequest"),
    maxBytes: 8 * 1024,
    answers: {
      200: [
        z
          .object({
            vault: address,
            transaction: z.string().nullable().describe("Base64, unsigned; null once it was sent."),
            deposit_lamports: lamports.nullable(),
            rent_lamports: lamports.nullable().describe("What the chain asks for the two accounts besides."),
          })
          .openapi("BondOpening"),
        "To be signed, or sent.",
      ],
    },
    problems: [...BOND_PROBLEMS, ...VERSION_PROBLEMS],
  })
  .handle(async ({ json, params }) => {
    const { version, creator, transaction: signed } = json;
    const around = { chain: solanaConnection(), terms: currentBondTerms() };
    const { versionId } = await getSkill(params.id, { version });
    const request = { versionId, creator };
    if (signed !== undefined) {
      const transaction = Buffer.from(signed, "base64");
      const { vault } = await sendBondOpening({ ...request, transaction }, around);
      return { vault, transaction: null, depositLamports: null, rentLamports: null };
    }
    return prepareBondOpening(request, around);
  });

bonds
  .get("/v1/bonds/{vault}", {
    id: "getBond",
    summary: "How a deposit stands, and who has signed what about it",
    description:
      "Held in a 2-of-3 on-chain vault: any two of creator, arbiter, council can move it. Nothing moves by itself.",
    params: vaultParameter,
    answers: { 200: [z.object({ bond: bondSchema }), "As it was last seen."] },
    problems: ["NOT_FOUND"],
  })
  .handle(async ({ params }) => ({ bond: await getBond(params.vault) }));

bonds
  .post("/v1/bonds/{vault}/moves", {
    id: "prepareBondMove",
    summary: "The transaction that pays a deposit out, for two of its three parties to sign",
    description:
      "For the parties it was opened between, whoever the market names by now. A refund to the creator while no challenge of the version is open or upheld; a payment to the challenger after an upheld one. Nothing is stored and nothing moves before two have signed.",
    limit: REQUEST_LIMITS.deposit,
    params: vaultParameter,
    json: z
      .object({
        kind: moveKind,
        signers: z
          .tuple([address, address])
          .describe("Two of the three; the first pays the network and owns the nonce."),
        nonce_opening: signedTransaction
          .optional()
          .describe("The `transaction` of `nonce_opening`, signed by the first of the two."),
      })
      .openapi("BondMoveRequest"),
    maxBytes: 4 * 1024,
    answers: {
      200: [
        z
          .object({
            destination: address,
            transaction: z
              .string()
              .nullable()
              .describe("Base64, unsigned. Null until the account of its durable nonce is on chain."),
            nonce_opening: z
              .object({ transaction: z.string().describe("Base64, unsigned."), rent_lamports: lamports })
              .nullable()
              .describe(
                "What opens that account, once for each vault: have the first of the two sign it, send the same request with it, and ask again until `transaction` is there.",
              ),
          })
          .openapi("BondMovePrepared"),
        "Sign the transaction and send it to /v1/bonds/{vault}/signatures. It stays valid, so the second signature may come days later.",
      ],
    },
    problems: BOND_PROBLEMS,
  })
  .handle(async ({ json, params }) => {
    const around = { chain: solanaConnection(), terms: findBondTerms() };
    const { kind, signers, nonce_opening: signed } = json;
    const request = { vaultAddress: params.vault, kind, signers };
    return prepareBondMove(
      { ...request, nonceOpening: signed === undefined ? undefined : Buffer.from(signed, "base64") },
      around,
    );
  });

bonds
  .post("/v1/bonds/{vault}/signatures", {
    id: "signBondMove",
    summary: "Hand in a signature of one of the parties of a deposit",
    description:
      "The first signature is kept with the transaction it is over; the second one completes it, and it is sent.",
    limit: REQUEST_LIMITS.deposit,
    params: vaultParameter,
    json: z.object({ kind: moveKind, transaction: signedTransaction }).openapi("BondSignature"),
    maxBytes: 8 * 1024,
    example: { kind: "refund", transaction: EXAMPLES.payQuote.transaction },
    answers: { 200: [z.object({ move: moveSchema }), "`waiting` for the other party, or `sent`."] },
    problems: BOND_PROBLEMS,
  })
  .handle(async ({ json, params }) => {
    const { kind, transaction } = json;
    const around = { chain: solanaConnection(), terms: findBondTerms() };
    const vaultAddress = params.vault;
    const request = { vaultAddress, kind, transaction: Buffer.from(transaction, "base64") };
    return { move: toMoveView(await signBondMove(request, around)) };
  });
