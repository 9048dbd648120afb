import { keyedHash } from "@/lib/config/server-key";

const MAX_TOKEN_CHARACTERS = 200;

/**
 * What is stored of the token of a link that lets in; null for what cannot be one. Other tokens are hashed otherwise,
 * so that such a link, once used, sets no first password as the link of a registration does for thirty days.
 */
export function hashJoinToken(token: unknown): string | null {
  if (typeof token !== "string" || token === "" || token.length > MAX_TOKEN_CHARACTERS) return null;
  return keyedHash("joining", token).toString("hex");
}
