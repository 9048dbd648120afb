import { DomainError } from "@/lib/kernel/errors";
import { MAX_KEY_NAME_CHARACTERS } from "@/lib/identity/schema";

/** What nobody sees cannot be typed either, and a name is typed to revoke its key. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** The name of a new key. Throws REQUEST_INVALID for one that is empty, too long or unprintable. */
export function readKeyName(name: string): string {
  const read = name.trim();
  if (read !== "" && Array.from(read).length <= MAX_KEY_NAME_CHARACTERS && !UNPRINTABLE.test(read))
    return read;
  throw new DomainError(
    "REQUEST_INVALID",
    `A key has a name of 1 to ${MAX_KEY_NAME_CHARACTERS} printable characters.`,
    { details: { errors: [{ pointer: "#/name", detail: "1 to 60 printable characters" }] } },
  );
}

/** Whether a key is called what somebody has typed; keyboards compose accents in more than one way. */
export const isNameTyped = (name: string, typed: string): boolean =>
  name.normalize("NFC") === typed.trim().normalize("NFC");
