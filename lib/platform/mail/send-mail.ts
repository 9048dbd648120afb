import nodemailer, { type Transporter } from "nodemailer";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { eraseMail, findMail, markSent } from "@/lib/platform/mail/repository";
import { openMail } from "@/lib/platform/mail/queue-mail";
import { logger } from "@/lib/kernel/observability/logger";

const TIMEOUT_MS = 20_000;

let current: { url: string; transport: Transporter } | undefined;

/** The connection to the mail server of SMTP_URL, kept open between mails; null without one. */
function mailTransport(): Transporter | null {
  const url = env().SMTP_URL;
  if (url === undefined) return null;
  if (current?.url !== url) {
    current = {
      url,
      transport: nodemailer.createTransport({
        url,
        pool: true,
        maxConnections: 2,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        // A mail is text of ours: nothing in it may make the mailer read a file or fetch an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    };
  }
  return current.transport;
}

/** Ends the kept connections, so that a process can end. */
export function closeMailTransport(): void {
  current?.transport.close();
  current = undefined;
}

/**
 * Statuses (RFC 3463, 3.2; RFC 7505) that say of the address itself that nobody is there: what else is refused may be
 * for the operator to mend.
 */
const NOBODY_THERE = /^55\d[ -]5\.1\.(?:1|2|3|6|10)\b/;

/**
 * Sends a waiting mail and erases it. Sent again after a crash, it carries the same Message-ID, by which mailboxes drop
 * the second. Without a mail server a market on one's own machine keeps it for /outbox; any other one fails, so that
 * the job is tried again and its failure is seen. A mail to an address that does not exist is erased and not tried
 * again (RFC 5321, 4.2.1).
 */
export async function sendMail(mailId: string): Promise<void> {
  const row = await findMail(database(), mailId);
  if (!row?.sealed || row.sentAt) return;
  const transport = mailTransport();
  if (!transport) {
    if (env().demonstration) return;
    throw new Error("mails cannot be sent: SMTP_URL is not set");
  }
  const { to, subject, text, html, unsubscribe } = openMail(row.id, row.sealed);
  const { hostname } = new URL(env().APP_URL);
  const sent = await transport
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
    .then(() => true)
    .catch((error: unknown) => {
      if (isNobodyThere(error)) return false;
      throw refused(error);
    });
  if (sent) return markSent(database(), row.id, systemClock.now());
  logger.warn({ mailId }, "a mail was not sent: its address does not exist");
  await eraseMail(database(), row.id);
}

function isNobodyThere(error: unknown): boolean {
  if (!(error instanceof Error) || !("command" in error) || !("response" in error)) return false;
  return error.command === "RCPT TO" && NOBODY_THERE.test(String(error.response));
}

/**
 * What was in the way, without addresses: servers repeat whom they refuse, and the job and the log are read by others
 * and kept.
 */
function refused(error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  return new Error(said.replaceAll(/[^\s<>]+@[^\s<>]+/g, "…"));
}
