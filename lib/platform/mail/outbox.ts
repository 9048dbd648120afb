import { database } from "@/lib/db/client";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import type { AddressedMail } from "@/lib/platform/mail/mail";
import { listUnsent, countWaiting } from "@/lib/platform/mail/repository";
import { openMail } from "@/lib/platform/mail/queue-mail";
import { Gauge } from "prom-client";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { metrics } from "@/lib/kernel/observability/metrics";

const SHOWN = 50;

export interface OutboxMail extends AddressedMail {
  id: string;
  createdAt: string;
}

/** True on one's own machine without a mail server: mails stop in the outbox and are read there. */
export function hasOutbox(): boolean {
  return env().demonstration && env().SMTP_URL === undefined;
}

/**
 * The mails of a market on one's own machine that has no mail server, newest first. Throws NOT_FOUND anywhere else:
 * mails hold keys and links that are their recipients' alone.
 */
export async function listOutbox(): Promise<OutboxMail[]> {
  if (!hasOutbox()) {
    throw new DomainError("NOT_FOUND", "This market sends its mails.");
  }
  const rows = await listUnsent(database(), SHOWN);
  return rows.flatMap(({ id, sealed, createdAt }) =>
    sealed === null ? [] : [{ id, createdAt: createdAt.toISOString(), ...openMail(id, sealed) }],
  );
}

/** How long this figure may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;

const waiting = new Gauge({
  name: "emporion_mails_waiting",
  help: "Mails that were not sent yet",
  registers: [metrics],
});

/** Counts anew, before the figures are read. Never throws: without the database there is no figure. */
export async function measureMails(): Promise<void> {
  waiting.remove();
  try {
    waiting.set(await withTimeout(countWaiting(database()), PATIENCE_MS, () => new Error("too slow")));
  } catch {
    // `emporion_database_up` says so
  }
}
