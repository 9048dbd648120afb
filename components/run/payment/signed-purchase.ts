/**
 * A purchase the buyer has signed; kept until it ran, so that a failure after the signature never costs a
 * second payment.
 */
export interface Purchase {
  quote: { id: string };
  accessToken: string;
  /** The signed payment, base64. */
  transaction: string;
  /** Calls it bought; 1 if absent. */
  calls?: number;
  /** Calls of it that were made. */
  made?: number;
  /** Input of a call that was begun and whose end is not known here. */
  begun?: Record<string, unknown>;
  /**
   * What stood in the form, as a draft is kept: should the market not take the payment, nobody has to write it again,
   * on another day either.
   */
  written?: string;
}
