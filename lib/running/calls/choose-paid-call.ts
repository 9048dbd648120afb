import { DomainError } from "@/lib/kernel/errors";
import { acceptCall } from "@/lib/running/calls/accept-call";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";

/** What the buyer of several calls says when one of them is made. */
export interface PaidCallChoice {
  /** 1 to the number of calls bought. */
  number: number;
  input: unknown;
}

/** One call of a quote, with the input it is made with. */
export interface ChosenCall {
  call: number;
  input: JsonObject;
  inputDigest: string;
}

/**
 * The call that is to be made now. A quote for one call holds its input and takes no other; one for several takes the
 * number and the input of one of them. Throws REQUEST_INVALID, INPUT_INVALID; neither uses a grant up.
 */
export async function choosePaidCall(
  quote: QuoteRecord,
  version: Parameters<typeof acceptCall>[1],
  choice: PaidCallChoice | undefined,
): Promise<ChosenCall> {
  if (quote.calls === 1) {
    if (choice !== undefined)
      throw refused(
        "This quote holds the input of its one call already: POST /v1/quotes/{id}/run makes it.",
        quote,
      );
    return { call: 1, input: quote.input as JsonObject, inputDigest: quote.inputDigest };
  }
  if (choice === undefined) {
    throw refused(
      "This quote is for several calls: make each with its input by POST /v1/quotes/{id}/calls/{number}.",
      quote,
    );
  }
  const { number: call } = choice;
  if (!Number.isInteger(call) || call < 1 || call > quote.calls) {
    throw refused(`The calls of this quote are numbered 1 to ${quote.calls}.`, quote);
  }
  const input = await acceptCall(choice.input, version);
  return { call, input, inputDigest: digestJson(input as JsonValue) };
}

const refused = (message: string, { id: quoteId }: QuoteRecord) =>
  new DomainError("REQUEST_INVALID", message, { details: { quoteId } });
