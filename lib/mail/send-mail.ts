import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findMail, markSent } from "@/lib/mail/repository";
import { openMail } from "@/lib/mail/seal-mail";
import { mailTransport } from "@/lib/mail/transport";

/**
 * Sends a waiting mail and erases it. Sent again after a crash, it carries the same Message-ID, by which mailboxes drop
 * the second. Without a mail server a market on one's own machine keeps it for /outbox; any other one fails, so that the
 * job is tried again and its failure is seen.
 */
export async function sendMail(mailId: string, clock: Clock = systemClock): Promise<void> {
  const row = await findMail(database(), mailId);
  if (!row?.sealed || row.sentAt) return;
  const transport = mailTransport();
  if (!transport) {
    if (env().demonstration) return;
    throw new Error("mails cannot be sent: SMTP_URL is not set");
  }
  const { to, subject, text, html, unsubscribe } = openMail(row.id, row.sealed);
  const { hostname } = new URL(env().APP_URL);
  await transport
    .sendMail({
      messageId: `<${row.id}@${hostname}>`,
      from: env().MAIL_FROM ?? { name: "Emporion", address: `no-reply@${hostname}` },
      to: { name: "", address: to },
      subject,
      text,
      html,
      date: row.createdAt,
      headers: { "Auto-Submitted": "auto-generated" },
      ...(unsubscribe === undefined ? {} : { list: { unsubscribe } }),
    })
    .catch((error: unknown) => {
      throw refused(error);
    });
  await markSent(database(), row.id, clock.now());
}

/** What was in the way, without addresses: servers repeat whom they refuse, and the job and the log are read by others and kept. */
function refused(error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  return new Error(said.replaceAll(/[^\s<>]+@[^\s<>]+/g, "…"));
}
