import { isDomainError } from "@/lib/kernel/errors";

/** What a link leads to, or null when it leads nowhere. */
export async function knownOrNull<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if (isDomainError(error, "CLAIM_TOKEN_INVALID")) return null;
    throw error;
  }
}
