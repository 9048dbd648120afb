import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import { answerLogin, findLoginByUserCode } from "@/lib/identity/devices/device-logins-repository";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";

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
