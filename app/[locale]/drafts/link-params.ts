import { isDomainError } from "@/lib/kernel/errors";

/** The parameters a claim page is opened with; each may be given twice or not at all. */
export type LinkParams = Promise<Record<string, string | string[] | undefined>>;

/** The text of a parameter, or null. */
export function textParam(params: Awaited<LinkParams>, name: string): string | null {
  const value = params[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** The page's path with its token, so that a change of language keeps it. */
export function withToken(path: string, token: string | null): string {
  return token === null ? path : `${path}?token=${encodeURIComponent(token)}`;
}

/** What a link leads to, or null when it leads nowhere. */
export async function knownOrNull<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if (isDomainError(error, "CLAIM_TOKEN_INVALID")) return null;
    throw error;
  }
}
