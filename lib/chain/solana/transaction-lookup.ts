import { isOfUnknownVersion, type CheckedNode } from "@/lib/chain/solana/checked-node";
import { Coalesced } from "@/lib/chain/solana/coalesced";
import type { Finality, OnChainTransaction, SignatureState } from "@/lib/chain/solana/on-chain";
import { isFailure, readTransaction } from "@/lib/chain/solana/read-transaction";
import * as answers from "@/lib/chain/solana/rpc-answers";

/** Payments that wait for the same block are looked up together. */
const STATES_WINDOW_MS = 5;
const STATES_PER_REQUEST = 256;

/** What became of transactions whose signatures are known. */
export class TransactionLookup {
  private readonly batched = new Coalesced<SignatureState | null>(
    async (signatures) => (await this.statesAtSlot(signatures)).states,
    STATES_WINDOW_MS,
    STATES_PER_REQUEST,
  );

  constructor(private readonly node: CheckedNode) {}

  /**
   * The state of one, asked for together with others that are looked up at the same moment; null for one the node has
   * never seen.
   */
  async state(signature: string): Promise<SignatureState | null> {
    return (await this.batched.get(signature)) ?? null;
  }

  /** The states of up to 256, searched in the node's whole history, with the slot to which the node had come. */
  async statesAtSlot(
    signatures: readonly string[],
  ): Promise<{ slot: number; states: (SignatureState | null)[] }> {
    const everywhere = { searchTransactionHistory: true };
    const found = await this.node.ask(
      answers.signatureStates,
      "getSignatureStatuses",
      signatures,
      everywhere,
    );
    const states = found.value.map(
      (status) =>
        status && {
          slot: status.slot,
          commitment:
            status.confirmationStatus ?? (status.confirmations === null ? "finalized" : "processed"),
          failed: isFailure(status.err),
        },
    );
    return { slot: found.context.slot, states };
  }

  /** The whole transaction; see `SolanaConnection.findTransaction`. */
  async find(signature: string, commitment: Finality): Promise<OnChainTransaction | "unreadable" | null> {
    const options = { commitment, encoding: "base64", maxSupportedTransactionVersion: 0 };
    const found = await this.node
      .ask(answers.transaction, "getTransaction", signature, options)
      .catch((error: unknown) => {
        if (isOfUnknownVersion(error)) return "unreadable" as const;
        throw error;
      });
    if (found === "unreadable") return found;
    return this.node.read(() => readTransaction(found, signature));
  }
}
