import { randomBytes } from "node:crypto";

const FORM = /^[a-z0-9](?:[a-z0-9]|-(?!-)){1,30}[a-z0-9]$/;
const RESERVED: ReadonlySet<string> = new Set([
  "admin",
  "administrator",
  "agent",
  "anonymous",
  "api",
  "audit",
  "auditor",
  "emporion",
  "help",
  "market",
  "me",
  "moderator",
  "null",
  "official",
  "registered",
  "root",
  "security",
  "staff",
  "support",
  "system",
  "undefined",
  "verified",
  "verifier",
]);
const NAME_OF_ADDRESS_LENGTH = 6;

export type UsernameIssue = "malformed" | "reserved";

/**
 * Why a text cannot be a user name, or null; hyphens do not make a reserved name another. 3 to 32 of `a-z 0-9 -`, no
 * hyphen at an end or beside another.
 */
export function findUsernameIssue(text: string): UsernameIssue | null {
  if (!FORM.test(text)) return "malformed";
  const joined = text.replaceAll("-", "");
  return RESERVED.has(joined) || passesForMarket(joined) ? "reserved" : null;
}

/** A name as it was written into a form or a request: without blanks around it, in lower case. */
export const readUsername = (text: string): string => text.trim().toLowerCase();

/** Letters and digits that are read as others in many fonts. */
const READ_AS = [
  ["0", "o"],
  ["1", "i"],
  ["l", "i"],
  ["3", "e"],
  ["rn", "m"],
] as const;

/** True for a name that a reader takes for the market itself: `emporion-official`, `Emporion.Bot`, `emp0rlon`. */
export function passesForMarket(name: string): boolean {
  const joined = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return READ_AS.reduce((text, [seen, read]) => text.replaceAll(seen, read), joined).startsWith("emporion");
}

const MADE_UP_BYTES = 5;
const MADE_UP = /^user-[0-9a-f]{10}$/;

/** A name for an account that an address opens. Nothing of the address is in it: user names are public. */
export const madeUpUsername = (): string => `user-${randomBytes(MADE_UP_BYTES).toString("hex")}`;

/** Whether nobody has chosen this name: the market made it up. */
export const isMadeUpUsername = (name: string): boolean => MADE_UP.test(name);

/** A name for an account that a wallet opens; `attempt` gives others when it is taken. */
export function usernameOfAddress(address: string, attempt: number, random: () => string): string {
  const name = `wallet-${address.slice(0, NAME_OF_ADDRESS_LENGTH).toLowerCase()}`;
  return attempt === 0 ? name : `${name}-${random()}`;
}
