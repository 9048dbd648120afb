import { hash, verify } from "@node-rs/argon2";
import { DomainError } from "@/lib/kernel/errors";
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from "@/lib/identity/schema";

/** Number of Argon2id in the library's enumeration, which is only there while types are checked. */
const ARGON2ID = 2;
/** As OWASP recommends it: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let decoy: Promise<string> | undefined;

/** Hashes a password. Throws REQUEST_INVALID for one of fewer than 10 or more than 256 characters. */
export async function hashPassword(password: string): Promise<string> {
  const characters = Array.from(password).length;
  if (characters < MIN_PASSWORD_CHARACTERS || characters > MAX_PASSWORD_CHARACTERS) {
    throw new DomainError(
      "REQUEST_INVALID",
      `A password has ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`,
      { details: { errors: [{ pointer: "#/password", detail: "length" }] } },
    );
  }
  return hash(normalized(password), OPTIONS);
}

/**
 * True when the password is the one behind the hash. Without a hash the work is done all the same, so that the time of
 * an answer does not tell which accounts there are.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  if (password.length > MAX_PASSWORD_CHARACTERS * 4) return false;
  const against = passwordHash ?? (await (decoy ??= hash("nobody has this password", OPTIONS)));
  return (await verify(against, normalized(password))) && passwordHash !== null;
}

/** The same password typed on two keyboards is one password (NFKC, as NIST SP 800-63B asks). */
const normalized = (password: string) => password.normalize("NFKC");
