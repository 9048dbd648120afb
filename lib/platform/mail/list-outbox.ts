import { database } from "@/lib/db/client";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import type { AddressedMail } from "@/lib/platform/mail/mail";
import { listUnsent } from "@/lib/platform/mail/repository";
import { openMail } from "@/lib/platform/mail/seal-mail";

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
