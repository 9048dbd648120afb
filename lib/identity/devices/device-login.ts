import { randomBytes, randomInt } from "node:crypto";
import { database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { findActorById, shareLockAccount } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import {
  answerLogin,
  findLoginByDeviceCode,
  findLoginByUserCode,
  insertDeviceLogin,
  noteAsked,
  takeLogin,
} from "@/lib/identity/devices/device-logins-repository";
import { createKeyIn } from "@/lib/identity/keys/own-keys";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

const DEVICE_LOGIN_SECONDS = 900;
/** How often a program may ask whether it was let in. */
const DEVICE_POLL_SECONDS = 5;
/** Consonants: nothing that spells a word or looks like another letter's digit (RFC 8628, 6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;
const MAX_LABEL_CHARACTERS = 60;
const ATTEMPTS = 5;

interface DeviceLoginBegun {
  /** The program's secret; only its hash is stored. */
  deviceCode: string;
  /** What the person reads and types, as `BCDF-GHJK`. */
  userCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** A program asks to be let in (RFC 8628, 3.2). `label` is what it calls itself; nobody vouches for it. */
export async function beginDeviceLogin(label: string, clock: Clock = systemClock): Promise<DeviceLoginBegun> {
  const now = clock.now();
  for (let attempt = 1; ; attempt++) {
    const deviceCode = randomBytes(32).toString("base64url");
    const userCode = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    try {
      await insertDeviceLogin(database(), {
        id: newId("dev", now.getTime()),
        deviceCodeHash: hashDeviceCode(deviceCode),
        userCode,
        label: printable(label) || "a program",
        createdAt: now,
        expiresAt: new Date(now.getTime() + DEVICE_LOGIN_SECONDS * 1000),
      });
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
      continue;
    }
    return {
      deviceCode,
      userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
      expiresInSeconds: DEVICE_LOGIN_SECONDS,
      intervalSeconds: DEVICE_POLL_SECONDS,
    };
  }
}

const hashDeviceCode = (code: string) => sha256Hex(code);

const printable = (label: string) =>
  Array.from(label.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "").trim())
    .slice(0, MAX_LABEL_CHARACTERS)
    .join("")
    .slice(0, MAX_LABEL_CHARACTERS);

export interface DeviceLoginView {
  /** As `BCDF-GHJK`. */
  userCode: string;
  label: string;
  askedAt: string;
  expiresAt: string;
}

/**
 * The login a person was given the code of, while it waits for an answer; null otherwise. Case, blanks and hyphens do
 * not count.
 */
export async function findDeviceLogin(
  typed: string,
  clock: Clock = systemClock,
): Promise<DeviceLoginView | null> {
  const login = await findLoginByUserCode(database(), plainCode(typed));
  if (login?.state !== "pending" || login.expiresAt <= clock.now()) return null;
  return {
    userCode: grouped(login.userCode),
    label: login.label,
    askedAt: login.createdAt.toISOString(),
    expiresAt: login.expiresAt.toISOString(),
  };
}

/**
 * The person lets the program in, or not: it gets an API key. Throws CONFIRMATION_REQUIRED before letting it in, and
 * NOT_FOUND for a code that does not wait for an answer (any more).
 */
export async function answerDeviceLogin(
  actor: Actor,
  typed: string,
  answer: "approved" | "denied",
  clock: Clock = systemClock,
): Promise<void> {
  const now = clock.now();
  const login = await findLoginByUserCode(database(), plainCode(typed));
  const answered = await inTransaction(async (tx) => {
    const { accountId } = actor;
    const wallet = actor.session?.confirmedBy ?? null;
    if (answer === "approved") await holdConfirmed(tx, actor, now);
    if (!login || !(await answerLogin(tx, { id: login.id, state: answer, accountId, wallet, now })))
      return false;
    if (answer === "denied") return true;
    await recordAccessChange(
      tx,
      { accountId, change: "program-let-in", what: grouped(login.userCode), by: actor },
      now,
    );
    return true;
  });
  if (answered) return;
  throw new DomainError(
    "NOT_FOUND",
    "No program waits with this code. It may be too late: ask the program for a new one.",
  );
}

const grouped = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

const plainCode = (typed: string) =>
  typed
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, "");

/** Clocks and networks are not exact. */
const TOLERANCE_MS = 500;

/** What a program is told that asks whether it was let in; the words of RFC 8628, 3.5. */
type DeviceAnswer =
  | { key: string }
  | { error: "authorization_pending" | "slow_down" | "expired_token" | "access_denied" | "invalid_grant" };

/**
 * The API key of a login a person approved: made now, given out once. Of any number of requests at once one gets it; an
 * account that has all the keys it may have, or was closed, is told `access_denied`.
 */
export async function redeemDeviceCode(
  deviceCode: string,
  clock: Clock = systemClock,
): Promise<DeviceAnswer> {
  const now = clock.now();
  const login = await findLoginByDeviceCode(database(), hashDeviceCode(deviceCode));
  if (!login || login.state === "taken") return { error: "invalid_grant" };
  if (login.state === "denied") return { error: "access_denied" };
  if (login.expiresAt <= now) return { error: "expired_token" };
  if (login.state === "pending") {
    await noteAsked(database(), login.id, now);
    return { error: isTooSoon(login.lastAskedAt, now) ? "slow_down" : "authorization_pending" };
  }
  const actor = login.accountId === null ? null : await findActorById(login.accountId);
  if (!actor) return { error: "access_denied" };
  try {
    return await inTransaction(async (tx) => {
      // Held first: ending all keys of the account waits for this one, or has taken the login away.
      await shareLockAccount(tx, actor.accountId);
      if (!(await takeLogin(tx, login.id))) return { error: "invalid_grant" };
      return { key: (await createKeyIn(tx, { actor, name: login.label, wallet: login.wallet }, now)).key };
    });
  } catch (error) {
    if (!isDomainError(error, "PERMISSION_DENIED") && !isDomainError(error, "AUTH_FAILED")) throw error;
    return { error: "access_denied" };
  }
}

const isTooSoon = (last: Date | null, now: Date) =>
  last !== null && Math.abs(now.getTime() - last.getTime()) < DEVICE_POLL_SECONDS * 1000 - TOLERANCE_MS;
