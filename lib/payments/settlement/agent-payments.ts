import { memosOfQuotes } from "@/lib/payments/quotes/payment-terms";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import type { PageBounds } from "@/lib/chain/solana/address-history";
import type { SolanaConnection } from "@/lib/chain/solana/connection";

/** Ten million transactions of one payee. */
const MAX_PAGES = 10_000;

type Bounds = Pick<PageBounds, "maxPages" | "minContextSlot">;

/**
 * Finds payments of agents, which name their quote in a memo alone. The transactions of a payee are read from the node
 * once, however many quotes it has; the first quote asked for must be its oldest.
 */
export class AgentPayments {
  readonly #ofPayee = new Map<string, Promise<Map<string, string[]>>>();

  constructor(
    private readonly connection: SolanaConnection,
    private readonly bounds: Bounds = { maxPages: MAX_PAGES },
  ) {}

  /** Signatures, oldest first. Throws LEDGER_UNAVAILABLE. */
  async find(quote: Pick<QuoteRecord, "payeeAddress" | "memo" | "createdAt">): Promise<readonly string[]> {
    const { payeeAddress, memo, createdAt } = quote;
    const known = this.#ofPayee.get(payeeAddress) ?? this.#read(payeeAddress, createdAt);
    this.#ofPayee.set(payeeAddress, known);
    return (await known).get(memo) ?? [];
  }

  async #read(payeeAddress: string, since: Date): Promise<Map<string, string[]>> {
    const signatures = new Map<string, string[]>();
    for (const { signature, memo } of await this.connection.listMemos(payeeAddress, since, this.bounds)) {
      for (const each of memosOfQuotes(memo)) {
        const others = signatures.get(each);
        if (others) others.push(signature);
        else signatures.set(each, [signature]);
      }
    }
    return signatures;
  }
}
