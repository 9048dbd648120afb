import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { answerLogin, findLoginByUserCode } from "@/lib/identity/device-logins-repository";

export interface DeviceLoginView {
  /** As `BCDF-GHJK`. */
  userCode: string;
  label: string;
  askedAt: string;
  expiresAt: string;
}

/** The login a person was given the code of, while it waits for an answer; null otherwise. Case, blanks and hyphens do not count. */
export async function findDeviceLogin(
  typed: string,
  clock: Clock = systemClock,
): Promise<DeviceLoginView | null> {
  const login = await findLoginByUserCode(database(), plainCode(typed));
  if (login?.state !== "pending" || login.expiresAt <= clock.now()) return null;
  return {
    userCode: `${login.userCode.slice(0, 4)}-${login.userCode.slice(4)}`,
    label: login.label,
    askedAt: login.createdAt.toISOString(),
    expiresAt: login.expiresAt.toISOString(),
  };
}

/** The person lets the program in, or not. Throws NOT_FOUND for a code that does not wait for an answer (any more). */
export async function answerDeviceLogin(
  actor: Actor,
  typed: string,
  answer: "approved" | "denied",
  clock: Clock = systemClock,
): Promise<void> {
  const login = await findLoginByUserCode(database(), plainCode(typed));
  const change = { state: answer, accountId: actor.accountId, now: clock.now() };
  if (login && (await answerLogin(database(), { id: login.id, ...change }))) return;
  throw new DomainError(
    "NOT_FOUND",
    "No program waits with this code. It may be too late: ask the program for a new one.",
  );
}

const plainCode = (typed: string) =>
  typed
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, "");
