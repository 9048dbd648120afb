import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";
import { DomainError } from "@/lib/kernel/errors";
import { estimateTokens } from "@/lib/skill-format";

/** Programs cut or refuse what is longer; those that differ say so. */
const DEFAULT_RESULT_TOKENS = 20_000;
const LEAST_RESULT_TOKENS = 1_000;
const MOST_RESULT_TOKENS = 200_000;
/** Where a program says how long a result may be: in its address, or in the `_meta` of a call. */
const LIMIT_PARAMETER = "max_result_tokens";
const LIMIT_META = "emporion/max_result_tokens";
/** For the sentence and the links behind a part. */
const TOKENS_OF_NOTE = 300;

/** A result with the resources in which all of it can be read, where there are any. */
export type LinkedResult = CallToolResult & { rest?: readonly ResourceLink[] };

/**
 * The tokens that a client takes in one result, by what its call or its address says. Throws INPUT_INVALID for what is
 * no number of 1,000 to 200,000.
 */
export function resultLimit(address: string, meta: Readonly<Record<string, unknown>> | undefined): number {
  const said = meta?.[LIMIT_META] ?? new URL(address).searchParams.get(LIMIT_PARAMETER);
  if (said === null || said === undefined) return DEFAULT_RESULT_TOKENS;
  const limit = typeof said === "string" && /^\d{1,7}$/.test(said) ? Number(said) : said;
  if (
    typeof limit === "number" &&
    Number.isInteger(limit) &&
    limit >= LEAST_RESULT_TOKENS &&
    limit <= MOST_RESULT_TOKENS
  )
    return limit;
  const range = `${LEAST_RESULT_TOKENS} to ${MOST_RESULT_TOKENS}`;
  throw new DomainError("INPUT_INVALID", `${LIMIT_PARAMETER} must be a whole number, ${range}.`);
}

/**
 * A result of a tool as long as a client takes it. What fits twice comes as text and as structured content, for clients
 * that read one of the two. What fits once comes as text, and the structured content says so. Of what is longer a part
 * comes, with links to the rest.
 */
export function fitResult({ rest = [], ...result }: LinkedResult, limit: number): CallToolResult {
  const texts = result.content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const again = result.structuredContent === undefined ? 0 : tokens;
  if (tokens + again <= limit) return result;
  const [first = "", ...others] = texts;
  if (tokens <= limit) return { ...result, structuredContent: { emporion_result: { in: "text" } } };
  const room = limit - TOKENS_OF_NOTE - others.reduce((sum, text) => sum + estimateTokens(text), 0);
  const part = cutToTokens(first, Math.max(room, TOKENS_OF_NOTE));
  const where =
    rest.length > 0
      ? "Read all of it in the resources named here."
      : "Ask for less at a time; nothing more of it can be read.";
  const note = `[A part: about ${tokens} tokens were given, and at most ${limit} are sent at a time. ${where}]`;
  return {
    ...result,
    content: [
      { type: "text", text: part },
      { type: "text", text: note },
      ...others.map((text) => ({ type: "text" as const, text })),
      ...rest,
    ],
    structuredContent: {
      emporion_result: { in: "part", tokens, limit, rest: rest.map(({ uri }) => uri) },
    },
  };
}

/** The longest beginning that has so many tokens; no character is cut in half. */
function cutToTokens(text: string, most: number): string {
  let [fits, tooLong] = [0, text.length + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (estimateTokens(text.slice(0, middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  const part = text.slice(0, fits);
  return part.isWellFormed() ? part : part.slice(0, -1);
}
