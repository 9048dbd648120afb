import { env } from "@/lib/env";
import { isDomainError } from "@/lib/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { keepRefusedForm } from "@/lib/refused-forms/keep-refused-form";
import { KEEP_SECONDS, type RefusedForm } from "@/lib/refused-forms/refused-form";

/** With the size of one, this bounds what an address can have kept at a time to a megabyte. */
const KEPT = { name: "refused-forms", points: 30, durationSeconds: KEEP_SECONDS };
const NAME = "emporion-written";
/** The part of an address that can stand in a cookie's Path. */
const PATH = /^\/[^;?#\s]*/;

export interface RefusedFormCookie {
  name: string;
  value: string;
  /** Sent with requests for that one page; out of reach of scripts and of other sites. */
  options: { httpOnly: true; sameSite: "strict"; path: string; secure: boolean; maxAge: number };
}

/** `__Secure-` keeps a page over plain http from planting it. */
export function refusedFormCookieName(): string {
  return isSecure() ? `__Secure-${NAME}` : NAME;
}

/**
 * Keeps what was written into a refused form for the page of `path`, and returns the cookie by which only the browser that
 * sent it reads it there. Null where nothing is kept: too much at once, or too often from `address` (`subscriberOf`).
 */
export async function keepForPage(
  refused: RefusedForm,
  { path, address }: { path: string; address: string },
): Promise<RefusedFormCookie | null> {
  const page = PATH.exec(path)?.[0];
  if (page === undefined || !(await isAllowed(address))) return null;
  const value = await keepRefusedForm(refused);
  if (value === null) return null;
  const options = { httpOnly: true, sameSite: "strict", path: page, maxAge: KEEP_SECONDS } as const;
  return { name: refusedFormCookieName(), value, options: { ...options, secure: isSecure() } };
}

async function isAllowed(address: string): Promise<boolean> {
  try {
    await consumeRateLimit(KEPT, address);
    return true;
  } catch (error) {
    if (isDomainError(error, "RATE_LIMITED")) return false;
    throw error;
  }
}

const isSecure = () => env().APP_URL.startsWith("https:");
