import { selectPayees } from "@/lib/catalogue/repository";
import { caip2Of } from "@/lib/chain/solana/address";
import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { unitsFor } from "@/lib/payments/rails/token-columns";
import { X402_SCHEME, X402_VERSION } from "@/lib/payments/rails/x402";
import { resourceOf } from "@/lib/payments/rails/x402-extensions";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { listForFile } from "@/lib/search/search-skills";

/** Those that are called most; every one is found by a search. */
const MAX_PAID = 1_000;
const MS = 1000;

/**
 * What can be paid for here with x402, as a market says it of itself (specs/extensions/well-known-discovery.md, a draft).
 * Its terms are advice: whether a creator can be paid in the token is looked up when a call is asked for, and the
 * question for payment says it. Throws NOT_FOUND where no token is taken, or its rate is not known now, and
 * LEDGER_UNAVAILABLE.
 */
export async function listPaid(market: string) {
  const { token, connection, config } = currentSettlement();
  if (!token)
    throw new DomainError("NOT_FOUND", "This market takes no token: pay in lamports, by the Payment scheme.");
  const genesisHash = await connection.genesisHash();
  const price = await token.price(genesisHash);
  if (price === null)
    throw new DomainError(
      "NOT_FOUND",
      "What the token is worth is not known now: pay in lamports, or ask again.",
    );
  const rows = await listForFile({ price: "paid", sort: "calls" }, { most: MAX_PAID, clock: systemClock });
  const payees = await selectPayees(
    database(),
    rows.map(({ id }) => id),
  );
  const items = rows.flatMap(({ id, slug, description, tags, priceLamports }) => {
    const payTo = payees.get(id);
    if (payTo === undefined) return [];
    const url = `${market}/v1/skills/${slug}/call`;
    const accepted = {
      scheme: X402_SCHEME,
      network: caip2Of(genesisHash),
      amount: unitsFor(BigInt(priceLamports), price.unitsPerSol).toString(),
      asset: price.mint,
      payTo,
      maxTimeoutSeconds: config.quoteTtlMs / MS,
      extra: { feePayer: token.feePayer.keyId },
    };
    return {
      resource: resourceOf({ url, description, tags }),
      type: "http",
      accepts: [accepted],
      input: { method: "POST", bodyType: "json", routeTemplate: `/v1/skills/${slug}/call` },
      output: { mimeType: "application/json" },
    };
  });
  return { x402Version: X402_VERSION, lastUpdated: Math.floor(systemClock.now().getTime() / MS), items };
}
