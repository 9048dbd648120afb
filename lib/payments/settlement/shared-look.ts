import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { AgentPayments } from "@/lib/payments/settlement/agent-payments";
import type { ChainPoint } from "@/lib/solana/on-chain";
import type { SolanaConnection } from "@/lib/solana/connection";

/**
 * What one pass asks of the chain once for all of its quotes: a payee whose many quotes were left open by others costs
 * one reading of its transactions, not one for each quote. What is final is asked before anything is searched: what
 * could only land until then cannot land after the search.
 */
export class SharedLook {
  readonly #oldestOf = new Map<string, Date>();
  #final: Promise<ChainPoint> | undefined;
  #payments: Promise<AgentPayments> | undefined;

  constructor(
    private readonly connection: SolanaConnection,
    quotes: readonly QuoteRecord[],
  ) {
    for (const { payeeAddress, createdAt } of quotes) {
      const oldest = this.#oldestOf.get(payeeAddress);
      if (oldest === undefined || createdAt < oldest) this.#oldestOf.set(payeeAddress, createdAt);
    }
  }

  /** Throws LEDGER_UNAVAILABLE. */
  final(): Promise<ChainPoint> {
    return (this.#final ??= this.connection.finalBlock());
  }

  /** Signatures of payments whose memo names the quote, oldest first. Throws LEDGER_UNAVAILABLE. */
  async listByMemo({ payeeAddress, memo, createdAt }: QuoteRecord): Promise<readonly string[]> {
    this.#payments ??= this.final().then(
      ({ slot }) => new AgentPayments(this.connection, { minContextSlot: slot }),
    );
    const oldest = this.#oldestOf.get(payeeAddress) ?? createdAt;
    return (await this.#payments).find({ payeeAddress, memo, createdAt: oldest });
  }
}
