import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { toFailure } from "@/api/mcp/answers";
import { toQuoteJson } from "@/api/schemas/call";
import { CREDENTIAL_ARGUMENT } from "@/lib/core-tools/offer-tools";
import { env } from "@/lib/config/env";
import { challengeKey } from "@/lib/running/calls/call-skill";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { challengeFor, toAuthenticateHeader } from "@/lib/payments/rails/mpp/challenge";
import { refused } from "@/lib/payments/rails/mpp/credential";

/** Where a client that pays by itself puts its credential, and finds the receipt. */
const CREDENTIAL_META = "org.paymentauth/credential";
export const RECEIPT_META = "org.paymentauth/receipt";

/** The question for payment: the terms of `POST /v1/skills/{id}/call`, as a tool's answer. */
export async function paymentQuestion(quote: QuoteRecord): Promise<CallToolResult> {
  const challenge = challengeFor(quote, { realm: new URL(env().APP_URL).host, key: challengeKey() });
  return toFailure({
    status: "payment_required",
    error_code: "PAYMENT_REQUIRED",
    error: `One call costs ${quote.priceLamports} lamports, paid straight to its creator. Nothing can be refunded; a failed run can be repeated without paying.`,
    quote: await toQuoteJson(quote),
    challenge,
    www_authenticate: toAuthenticateHeader(challenge),
    how: `Ask the person before paying. Then call the tool again with the same arguments and the credential as ${CREDENTIAL_ARGUMENT}, or in _meta["${CREDENTIAL_META}"].`,
  });
}

/** The credential of a call, in the form the settlement reads; null for a call that does not pay. */
export function takeCredential(
  args: Record<string, unknown>,
  { meta, argument }: { meta: Record<string, unknown> | undefined; argument: boolean },
): { credential: string | null; args: Record<string, unknown> } {
  const inMeta = meta?.[CREDENTIAL_META];
  if (!argument) return { credential: toHeader(inMeta), args };
  const { [CREDENTIAL_ARGUMENT]: given, ...rest } = args;
  return { credential: toHeader(inMeta ?? given), args: rest };
}

/** A credential is the value of `Authorization: Payment`, its token alone, or the object inside it. */
function toHeader(given: unknown): string | null {
  if (given === undefined || given === null || given === "") return null;
  if (typeof given === "string") return /^Payment\s/i.test(given) ? given : `Payment ${given}`;
  if (typeof given !== "object") throw refused("malformed", "The Payment credential cannot be read.");
  const { challenge } = given as { challenge?: { request?: unknown } };
  const request = challenge?.request;
  // Over this transport the request of a challenge may travel as an object instead of its base64url.
  const plain =
    typeof request === "object" && request !== null
      ? {
          ...given,
          challenge: { ...challenge, request: Buffer.from(toCanonicalJson(request)).toString("base64url") },
        }
      : given;
  return `Payment ${Buffer.from(JSON.stringify(plain)).toString("base64url")}`;
}
