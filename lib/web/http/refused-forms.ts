import { randomBytes } from "node:crypto";
import { sha256Hex } from "@/lib/kernel/digest";
import { env } from "@/lib/platform/config/env";
import { isDomainError } from "@/lib/kernel/errors";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { insertRefusedForm, takeRow } from "@/lib/web/http/repository";
import { seal, unseal } from "@/lib/platform/config/server-key";

const KEY_BYTES = 32;

/** A key that only one browser gets; the market stores its hash. */
const newFormKey = () => randomBytes(KEY_BYTES).toString("base64url");

export const hashFormKey = (key: string) => sha256Hex(key);

/** What somebody wrote into a form that was refused. */
export interface RefusedForm {
  /** Which form of its page it was. */
  form: string;
  /** What was written, by the names of the fields. Never a password. */
  fields: Readonly<Record<string, string>>;
}

/** How long it waits for the page that shows the form again. */
export const KEEP_SECONDS = 600;

/** More than the longest text of any form takes, in three bytes a character. */
export const MAX_STORED_BYTES = 32 * 1024;

/** What it takes to keep it, in bytes. */
const sizeOf = (refused: RefusedForm) => Buffer.byteLength(JSON.stringify(refused));

/** What was written into the fields that may be shown again, nothing included; files never are. */
export function toRefusedForm(
  form: string,
  names: readonly string[],
  valueOf: (name: string) => unknown,
): RefusedForm {
  const written = names.flatMap((name) => {
    const value = valueOf(name);
    // Browsers send line ends as CRLF, and count them as one character.
    return typeof value === "string" ? [[name, value.replaceAll("\r\n", "\n")] as const] : [];
  });
  return { form, fields: Object.fromEntries(written) };
}

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
 * Keeps what was written into a refused form for the page of `path`, and returns the cookie by which only the
 * browser that sent it reads it there. Null where nothing is kept: too much at once, or too often from
 * `address` (`subscriberOf`).
 */
export async function storeForPage(
  refused: RefusedForm,
  { path, address }: { path: string; address: string },
): Promise<RefusedFormCookie | null> {
  const page = PATH.exec(path)?.[0];
  const sizeBytes = sizeOf(refused);
  if (page === undefined || sizeBytes > MAX_STORED_BYTES || !(await isAllowed(address, sizeBytes)))
    return null;
  const value = await storeRefusedForm(refused);
  const options = { httpOnly: true, sameSite: "strict", path: page, maxAge: KEEP_SECONDS } as const;
  return { name: refusedFormCookieName(), value, options: { ...options, secure: isSecure() } };
}

async function isAllowed(address: string, sizeBytes: number): Promise<boolean> {
  try {
    await consumeRateLimit(REQUEST_LIMITS.refusedForm, address, Math.ceil(sizeBytes / 1024));
    return true;
  } catch (error) {
    if (isDomainError(error, "RATE_LIMITED")) return false;
    throw error;
  }
}

const isSecure = () => env().APP_URL.startsWith("https:");

/**
 * Keeps what was written for ten minutes, and returns the one key that reads it. The caller bounds how much that is
 * (`MAX_STORED_BYTES`) and counts who has how much kept, and gives the key to nobody but the browser that sent the form.
 */
export async function storeRefusedForm(refused: RefusedForm, clock: Clock = systemClock): Promise<string> {
  const key = newFormKey();
  const id = hashFormKey(key);
  const expiresAt = new Date(clock.now().getTime() + KEEP_SECONDS * 1000);
  await insertRefusedForm(database(), {
    id,
    sealed: seal("refused forms", id, JSON.stringify(refused)),
    expiresAt,
  });
  return key;
}

/**
 * What the key stands for, once: it is gone afterwards. Null for a key that was read before, is too old or never was.
 */
export async function takeRefusedForm(key: string, clock: Clock = systemClock): Promise<RefusedForm | null> {
  const row = await takeRow(database(), hashFormKey(key));
  if (!row || row.expiresAt <= clock.now()) return null;
  try {
    return JSON.parse(unseal("refused forms", row.id, row.sealed)) as RefusedForm;
  } catch {
    return null; // sealed with another server key: the page shows an empty form
  }
}
