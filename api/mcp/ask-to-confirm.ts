import { confirmWithPerson, toFailure, type ToolCallContext, type ToolResult } from "@/api/mcp/core-tool";
import { CONFIRMATION_ARGUMENT } from "@/lib/catalogue/core-tools/offer-tools";
import { isDomainError } from "@/lib/kernel/errors";
import { findAsking } from "@/lib/payments/limits/ask-person";
import { lamportsMoved } from "@/lib/payments/limits/lamports-moved";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { env } from "@/lib/platform/config/env";
import { type BroughtPayment, findSignedPayment } from "@/lib/running/calls/call-skill";

const CONFIRMATION_META = "emporion/confirmation";

/** Where whoever is signed in reads the word that confirms a payment. */
const pageOf = (quote: QuoteRecord) =>
  `${env().APP_URL}/dashboard/spending?confirm=${encodeURIComponent(quote.id)}`;

/** The word that a person gave to the agent; null for none. */
export function takeConfirmation(
  args: Record<string, unknown>,
  { meta, argument }: { meta: Record<string, unknown> | undefined; argument: boolean },
): { word: string | null; args: Record<string, unknown> } {
  const { [CONFIRMATION_ARGUMENT]: given, ...others } = args;
  const word = meta?.[CONFIRMATION_META] ?? (argument ? given : undefined);
  return { word: typeof word === "string" ? word : null, args: argument ? others : args };
}

/**
 * What an agent is answered that pays more than its person has said it may without being asked; null where it may. What
 * was sent to the chain already, or paid before, is nobody's to confirm any more. A client that can asks its person; the
 * agent's own yes counts for nothing.
 */
export async function askToConfirm(
  payment: BroughtPayment,
  { word, about }: { word: string | null; about: string },
  context: ToolCallContext,
): Promise<ToolResult | null> {
  const signed = await findSigned(payment);
  if (signed === null || signed.quote.state !== "QUOTED") return null;
  const { quote, transaction } = signed;
  const { payerAddress } = termsFor(quote, transaction);
  const lamports = lamportsMoved(quote, transaction);
  const { accountId } = context.caller;
  const asking = await findAsking({ quote, payerAddress, lamports, accountId, word });
  if (asking === null) return null;
  const sentence = `This agent wants to pay ${lamports} lamports from ${payerAddress}. Above ${asking.aboveLamports} lamports you are asked.`;
  const answer = await confirmWithPerson(sentence, `${about} ${quote.id}`, context);
  if (answer === "yes") return null;
  if (typeof answer === "object") return answer;
  if (answer === "no")
    return toFailure({ status: "declined", error: "The person did not confirm. Nothing was paid." });
  const how = lamports > quote.priceLamports ? PAY_THE_PRICE : howToConfirm(asking.accountIds);
  return toFailure({
    status: "confirmation_required",
    error: `A person must confirm payments of more than ${asking.aboveLamports} lamports from this wallet; nothing was paid. ${how}`,
    above_lamports: String(asking.aboveLamports),
    lamports: String(lamports),
    confirm_url: pageOf(quote),
    expires_at: quote.expiresAt.toISOString(),
  });
}

/** Null for what was sent already, and for what the settlement refuses, with its own reason: it moves nothing. */
async function findSigned(payment: BroughtPayment) {
  try {
    const signed = findSignedPayment(payment);
    return signed && { quote: await getQuote(signed.quoteId), transaction: signed.transaction };
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}

/** What the question for a payment says beside its price, where a person will have to confirm it. */
export async function confirmationHint(
  quote: QuoteRecord,
  { caller }: ToolCallContext,
): Promise<Record<string, unknown>> {
  const { payerAddress, priceLamports: lamports } = quote;
  const { accountId } = caller;
  const asking = await findAsking({ quote, payerAddress, lamports, accountId, word: null });
  if (asking === null) return {};
  const { aboveLamports, accountIds } = asking;
  return {
    confirm: {
      above_lamports: String(aboveLamports),
      confirm_url: pageOf(quote),
      how: howToConfirm(accountIds),
    },
  };
}

const PAY_THE_PRICE =
  "This one moves more than the price, and a word confirms the price alone: sign a payment of exactly the price.";

function howToConfirm(accountIds: readonly (string | null)[]): string {
  if (accountIds.length === 1 && accountIds[0] !== null)
    return `Show them confirm_url: signed in, they find a word there. Then call again with the same arguments and payment, and the word as ${CONFIRMATION_ARGUMENT} or in _meta["${CONFIRMATION_META}"].`;
  return "No single account can: link the wallet to the account of your key, use a client that asks its person (elicitation), or have the wallet sign another limit (emporion spending set).";
}
