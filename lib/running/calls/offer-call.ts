import { confirmDeposit } from "@/lib/audits/bond/deposits";
import { DomainError } from "@/lib/kernel/errors";
import { acceptCall } from "@/lib/running/calls/accept-call";
import { accessTokenFor } from "@/lib/running/runs/access-token";
import { assertCallable } from "@/lib/running/calls/assert-callable";
import { assertUnguessable } from "@/lib/running/calls/call-keys";
import { loadRunnable } from "@/lib/running/calls/load-runnable";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import type { JsonValue } from "@/lib/kernel/json/canonical-json";
import { quoteCall, type CallOffer } from "@/lib/payments/quotes/quote-call";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";

export interface CallRequest {
  /** Slug or id. */
  skill: string;
  version?: string;
  /** Null for an agent that pays over HTTP and need not say who it is. */
  payerAddress: string | null;
  /** Of the one call; several calls bring theirs when they are made. */
  input?: unknown;
  /** How many calls one payment buys; 1 if absent. */
  calls?: number;
  idempotencyKey?: string;
  /** Of the request an agent must repeat with its payment. */
  requestDigest?: string;
}

export interface CallOfferView {
  quote: QuoteRecord;
  skill: string;
  version: string;
  accessToken: string;
}

/**
 * Quotes one call of a priced skill, or several of one version together. Everything that could refuse the call later is
 * asked first, so that nobody pays for a call that cannot be made: the version (`loaded` where the caller has just
 * asked for it), the deposit behind it, the input against its schema, the sandbox, the stored package, the balances.
 * Throws SKILL_NOT_FOUND, AUDIT_STATE_CHANGED, INPUT_INVALID, RUNNER_UNAVAILABLE, RUNNER_BUSY, ISOLATION_TOO_WEAK,
 * PACKAGE_CORRUPT, SKILL_NOT_RUNNABLE and what `quoteCall` throws.
 */
export async function offerCall(request: CallRequest, loaded?: RunnableVersion): Promise<CallOfferView> {
  const { payerAddress, calls = 1, idempotencyKey, requestDigest } = request;
  // The same key and call give the same access token, and payer and call can be known to others.
  if (idempotencyKey !== undefined) assertUnguessable(idempotencyKey);
  const version = loaded ?? (await loadRunnable(request.skill, request.version));
  if (calls > 1 && request.input !== undefined) {
    throw new DomainError(
      "REQUEST_INVALID",
      "Several calls bring their inputs when they are made, not before.",
    );
  }
  await confirmDeposit(version.versionId);
  const input = calls > 1 ? null : await acceptCall(request.input, version);
  await assertCallable(version, payerAddress);
  const quote = await quoteCall(
    {
      offer: toOffer(version),
      payerAddress,
      calls,
      input: input as JsonValue,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(requestDigest === undefined ? {} : { requestDigest }),
    },
    currentSettlement(),
  );
  return { quote, skill: version.slug, version: version.version, accessToken: accessTokenFor(quote.id) };
}

/** What is for sale of a version: one call. */
function toOffer({ versionId, priceLamports, payeeAddress, packageDigest }: RunnableVersion): CallOffer {
  return { versionId, priceLamports, payeeAddress: payeeAddress ?? "", packageDigest };
}
