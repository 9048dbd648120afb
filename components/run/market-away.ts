/** A question to the market that had no answer: the network between the two, or the market, is away. */
export class MarketAway extends Error {
  constructor(cause: unknown) {
    super("The market was not reached.", { cause });
  }
}
