import { DomainError } from "@/lib/kernel/errors";

export const MAX_REASON_CHARACTERS = 500;
/** What steers a terminal, and what turns the direction of the words after it. */
const NOT_TEXT = /\p{Cs}|[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u;

/** The written reason of a decision, trimmed. Throws REQUEST_INVALID when there is none, or one that cannot be kept. */
export function readReason(text: string): string {
  return readText(text, { name: "reason", maxCharacters: MAX_REASON_CHARACTERS });
}

/** A text that is required and stays readable: 1 to `maxCharacters` characters, no control characters. */
export function readText(
  text: string,
  { name, maxCharacters }: { name: string; maxCharacters: number },
): string {
  const trimmed = text.replaceAll("\r\n", "\n").trim();
  const length = Array.from(trimmed).length;
  if (length >= 1 && length <= maxCharacters && !NOT_TEXT.test(trimmed)) return trimmed;
  throw new DomainError(
    "REQUEST_INVALID",
    `Write a ${name} of 1 to ${maxCharacters} characters, without control characters.`,
    { details: { errors: [{ pointer: `#/${name}`, detail: `1 to ${maxCharacters} characters` }] } },
  );
}
