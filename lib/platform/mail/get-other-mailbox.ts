import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { getMailbox, type Mailbox } from "@/lib/platform/mail/get-mailbox";

/** The open account of a user name, which is not one's own. Throws REQUEST_INVALID at `pointer`. */
export async function getOtherMailbox(
  db: Database,
  { username, than, pointer }: { username: string; than: string; pointer: string },
): Promise<Mailbox> {
  const mailbox = await getMailbox(db, { username });
  if (mailbox && mailbox.accountId !== than) return mailbox;
  throw new DomainError("REQUEST_INVALID", "Give the username of another account.", {
    details: { errors: [{ pointer, detail: "the username of another account" }] },
  });
}
