import nodemailer, { type Transporter } from "nodemailer";
import { env } from "@/lib/platform/config/env";

const TIMEOUT_MS = 20_000;

let current: { url: string; transport: Transporter } | undefined;

/** The connection to the mail server of SMTP_URL, kept open between mails; null without one. */
export function mailTransport(): Transporter | null {
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
