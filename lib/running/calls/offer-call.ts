import { platformKey } from "@/lib/log/attestation/platform-key";
import { assertMaySign } from "@/lib/log/attestation/keys/keys";
import { confirmDeposit } from "@/lib/audits/bond/deposits";
import { loadPackage } from "@/lib/platform/blobs/load-package";
import { env } from "@/lib/platform/config/env";
import { assertIsolation } from "@/lib/platform/config/isolation-policy";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import type { JsonValue } from "@/lib/kernel/json/canonical-json";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { quoteCall, type CallOffer } from "@/lib/payments/quotes/quote-call";
import type { AskedBy } from "@/lib/payments/limits/keep-limit";
import { callSettlement } from "@/lib/running/calls/call-settlement";
import { assertUnguessable } from "@/lib/running/calls/call-keys-repository";
import { acceptCall } from "@/lib/running/calls/check-input";
import { loadRunnable } from "@/lib/running/calls/load-runnable";
import {
  type RunnableVersion,
  publisherOf,
  type RunNeeds,
  findQuotedCall,
} from "@/lib/running/calls/runnable-repository";
import { checkSchema } from "@/lib/running/contract/json-schema";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { accessTokenFor } from "@/lib/running/runs/get-run";

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
  /** Null, or absent, for somebody unknown. */
  askedBy?: AskedBy | null;
}

interface CallOfferView {
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
  const { payerAddress, calls = 1, idempotencyKey, requestDigest, askedBy = null } = request;
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
      askedBy,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(requestDigest === undefined ? {} : { requestDigest }),
    },
    callSettlement(),
  );
  return { quote, skill: version.slug, version: version.version, accessToken: accessTokenFor(quote.id) };
}

/** What is for sale of a version: one call. */
function toOffer({ versionId, priceLamports, payeeAddress, packageDigest }: RunnableVersion): CallOffer {
  return { versionId, priceLamports, payeeAddress: payeeAddress ?? "", packageDigest };
}

/**
 * Makes sure that a call could be made now: the sandbox is ready for it, the package is stored and intact, the output
 * schema can be used, a receipt can be signed. Throws PACKAGE_CORRUPT, SKILL_NOT_RUNNABLE and what `assertRunnerReady`
 * and `assertSignsReceipts` throw.
 */
async function assertCallable(version: RunnableVersion, payerAddress: string | null): Promise<void> {
  await assertRunnerReady(version, { payerAddress });
  await loadPackage(version.archiveDigest, version.packageDigest);
  if (version.outputSchema !== null) await assertUsable(version.outputSchema);
  await assertSignsReceipts();
}

/** No output could ever match a schema that cannot be used, so every paid call would fail. */
async function assertUsable(outputSchema: unknown): Promise<void> {
  const check = await checkSchema(outputSchema);
  if (check.valid) return;
  const detail = check.errors[0]?.detail ?? "";
  throw new DomainError("SKILL_NOT_RUNNABLE", `The skill's output cannot be checked. ${detail}`);
}

/**
 * Makes sure that a call could begin now, before anybody pays for it: the sandbox works, separates enough for this
 * version, has its language and a slot in time for this payer. Throws RUNNER_UNAVAILABLE, ISOLATION_TOO_WEAK or
 * RUNNER_BUSY. With `saleId` the slot is kept for the run of that quote (`SkillRunner.sell`).
 */
async function assertRunnerReady(
  needs: RunNeeds,
  { payerAddress, saleId }: { payerAddress: string | null; saleId?: string },
): Promise<void> {
  const { runtime, trustLevel, packageDigest, timeoutMs } = needs;
  const runner = currentRunner();
  const probe = await runner.probe();
  if (!probe.ok) {
    throw new DomainError("RUNNER_UNAVAILABLE", `${probe.reason} ${probe.remedy} Nothing was charged.`);
  }
  assertIsolation(env().MIN_ISOLATION, trustLevel, probe.isolation);
  if (runtime === null || !Object.hasOwn(probe.runtimes, runtime)) {
    throw new DomainError(
      "RUNNER_UNAVAILABLE",
      `This machine cannot run ${runtime} skills. Nothing was charged.`,
    );
  }
  const caller = payerAddress === null ? [] : [payerAddress];
  const request = { packageDigest, timeoutMs, caller, publisher: publisherOf(needs), paid: true };
  if (saleId === undefined) await runner.admit?.(request);
  else await runner.sell?.(request, saleId);
}

/**
 * Asked before a signed payment is sent on: the call it pays for could begin in time, and a slot is kept for it. A
 * quote whose payment is under way or done is let through, as nothing more is charged for it. Returns the quote; throws
 * QUOTE_NOT_FOUND and what `assertRunnerReady` and `assertSignsReceipts` throw; the same payment can be handed in again.
 */
export async function admitPayment(quoteId: string): Promise<QuoteRecord> {
  const quoted = await findQuotedCall(quoteId);
  if (!quoted) return getQuote(quoteId); // says that there is none
  if (quoted.state !== "QUOTED") return quoted;
  await assertSignsReceipts();
  await assertRunnerReady(quoted, { payerAddress: quoted.payerAddress, saleId: quoteId });
  return quoted;
}

/** As `admitPayment`, around the payment of the quote: what was not paid after all keeps no slot from others. */
export async function payAdmitted<T>(quoteId: string, pay: (quote: QuoteRecord) => Promise<T>): Promise<T> {
  const quote = await admitPayment(quoteId);
  return dropIfRefused(quoteId, () => pay(quote));
}

/** Does `pay`; where it throws, the slot that `admitPayment` kept is for others again. */
export async function dropIfRefused<T>(quoteId: string, pay: () => Promise<T>): Promise<T> {
  try {
    return await pay();
  } catch (error) {
    await currentRunner().dropSale?.(quoteId);
    throw error;
  }
}

/**
 * Makes sure that this process can sign a receipt that counts: its key is the market's and was not replaced. A paid
 * call needs one, so it is asked before a call is quoted, before its payment is sent on and before it begins.
 * Throws INTERNAL.
 */
export const assertSignsReceipts = (): Promise<void> => assertMaySign(platformKey().keyId, systemClock);
