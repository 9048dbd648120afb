import { createHash } from "node:crypto";
import { atSlot, type Methods, invalid } from "@/lib/chain/ledger/rpc/params";
import { encodeAddress, BLOCKHASH_LIFETIME_BLOCKS, SIGNATURE_FEE_LAMPORTS } from "@/lib/chain/solana/address";

const SLOTS_PER_EPOCH = 432_000;
const MAX_MESSAGE_CHARACTERS = 2048;
const VERSION_PREFIX = 0x80;

function derivedAddress(seed: string, purpose: string): string {
  return encodeAddress(createHash("sha256").update(`${purpose} ${seed}`).digest());
}

export const clusterMethods: Methods = {
  getHealth: () => "ok",
  getVersion: () => ({ "solana-core": "4.0.0-local-ledger", "feature-set": 0 }),
  /** Not a Solana method: tells a person or a page that this is not a cluster. */
  getLedgerInfo: (_params, { ledger, faucet }) => ({
    label: "local ledger",
    slotMs: ledger.slotMs,
    confirmSlots: ledger.confirmSlots,
    finalSlots: ledger.finalSlots,
    transactionCount: ledger.transactionCount,
    faucetAddress: faucet.address,
    faucetMaxLamportsPerRequest: faucet.limits.maxLamportsPerRequest.toString(),
  }),
  getGenesisHash: (_params, { ledger }) => derivedAddress(ledger.seed, "genesis"),
  getIdentity: (_params, { ledger }) => ({ identity: derivedAddress(ledger.seed, "local ledger identity") }),
  getSlot: (params, { ledger }) => ledger.slot(params.config(0).commitment()),
  getBlockHeight: (params, { ledger }) => ledger.slot(params.config(0).commitment()),
  getBlockTime: (params, { ledger }) => ledger.unixSeconds(params.whole(0)),
  getFirstAvailableBlock: () => 0,
  getTransactionCount: (_params, { ledger }) => ledger.transactionCount,
  getEpochInfo: (params, { ledger }) => {
    const slot = ledger.slot(params.config(0).commitment());
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: ledger.transactionCount,
    };
  },
  getLatestBlockhash: (params, { ledger }) => {
    const slot = ledger.slot(params.config(0).commitment());
    return atSlot(ledger, {
      blockhash: ledger.blockhashAt(slot),
      lastValidBlockHeight: slot + BLOCKHASH_LIFETIME_BLOCKS,
    });
  },
  isBlockhashValid: (params, { ledger }) => atSlot(ledger, ledger.isBlockhashRecent(params.address(0))),
  getFeeForMessage: (params, { ledger }) => {
    const message = Buffer.from(params.text(0, MAX_MESSAGE_CHARACTERS), "base64");
    const signatures = (message[0] ?? 0) & VERSION_PREFIX ? message[1] : message[0];
    if (!signatures) throw invalid("parameter 0: expected a base64 message");
    return atSlot(ledger, Number(SIGNATURE_FEE_LAMPORTS) * signatures);
  },
  getMinimumBalanceForRentExemption: (params, { ledger }) =>
    Number(ledger.svm.rentExemptMinimum(BigInt(params.whole(0)))),
  getRecentPrioritizationFees: (_params, { ledger }) => [{ slot: ledger.slot(), prioritizationFee: 0 }],
};
