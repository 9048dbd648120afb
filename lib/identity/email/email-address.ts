import { z } from "zod";
import { DomainError } from "@/lib/kernel/errors";

/** RFC 5321, 4.5.3.1: what a mail server must accept, and may refuse beyond. */
const MAX_CHARACTERS = 254;
const MAX_LOCAL_CHARACTERS = 64;

const address = z.email();

/** The e-mail address in a text, in lower case, or null. */
export function findEmailAddress(text: unknown): string | null {
  const given = typeof text === "string" && text.length <= MAX_CHARACTERS ? text.trim() : "";
  const isAddress = address.safeParse(given).success && given.indexOf("@") <= MAX_LOCAL_CHARACTERS;
  return isAddress ? given.toLowerCase() : null;
}

/**
 * An e-mail address in lower case, fit to be written into a mail: one mailbox, ASCII, no blanks, quotes or line breaks.
 * Throws REQUEST_INVALID, which names `pointer`.
 */
export function readEmailAddress(text: unknown, pointer = "#/email"): string {
  const found = findEmailAddress(text);
  if (found !== null) return found;
  throw new DomainError("REQUEST_INVALID", "This is not a valid email address.", {
    details: { errors: [{ pointer, detail: "an email address expected" }] },
  });
}

/** `m…o@example.org`: enough for its owner to know it again, not enough for anybody else to write to. */
export function maskEmailAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const shown = local.length > 2 ? `${local[0]}…${local.at(-1)}` : "…";
  return `${shown}${email.slice(at)}`;
}
