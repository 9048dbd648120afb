import { DomainError } from "@/lib/errors";
import { acceptInput } from "@/lib/running/accept-input";
import { accessTokenFor } from "@/lib/running/access-token";
import { assertCallable } from "@/lib/running/assert-callable";
import { loadRunnable } from "@/lib/running/load-runnable";
import { currentSettlement } from "@/lib/settlement/current-settlement";
import type { JsonValue } from "@/lib/settlement/input-digest";
import { quoteCall } from "@/lib/settlement/quote-call";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";

export interface CallRequest {
  /** Slug or id. */
  skill: string;
  version?: string;
  payerAddress: string;
  input: unknown;
  idempotencyKey?: string;
}

export interface CallOfferView {
  quote: QuoteRecord;
  skill: string;
  version: string;
  accessToken: string;
}

/**
 * Quotes one call of a priced skill. Everything that could refuse the call later is asked first, so that nobody pays for
 * a call that cannot be made: the version, the input against its schema, the sandbox, the stored package, the balances.
 * Throws SKILL_NOT_FOUND, INPUT_INVALID, RUNNER_UNAVAILABLE, PACKAGE_CORRUPT, SKILL_NOT_RUNNABLE and what `quoteCall`
 * throws.
 */
export async function offerCall(request: CallRequest): Promise<CallOfferView> {
  const { payerAddress, idempotencyKey } = request;
  if (idempotencyKey?.includes("\0") === true) {
    throw new DomainError("REQUEST_INVALID", "An idempotency key has no NUL characters.");
  }
  const version = await loadRunnable(request.skill, request.version);
  const input = await acceptInput(request.input, version.inputSchema);
  await assertCallable(version);
  const { versionId, priceLamports, payeeAddress, packageDigest } = version;
  const quote = await quoteCall(
    {
      offer: { versionId, priceLamports, payeeAddress: payeeAddress ?? "", packageDigest },
      payerAddress,
      input: input as JsonValue,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    },
    currentSettlement(),
  );
  return { quote, skill: version.slug, version: version.version, accessToken: accessTokenFor(quote.id) };
}
