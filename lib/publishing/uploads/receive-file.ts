import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { findTicket, storeContent, type UploadTicketRow } from "@/lib/publishing/uploads/repository";

/** The open ticket of an account. Throws NOT_FOUND for another's, an unknown and an expired one alike. */
export async function getTicket(
  accountId: string,
  ticketId: string,
  clock: Clock = systemClock,
): Promise<UploadTicketRow> {
  const ticket = await findTicket(database(), ticketId);
  if (ticket?.accountId === accountId && ticket.expiresAt > clock.now()) return ticket;
  throw new DomainError("NOT_FOUND", "This upload ticket is not valid, or has expired. Request a new one.");
}

/** Keeps the bytes of an announced file. Throws UPLOAD_FAILED unless they are the announced ones. */
export async function receiveFile(ticket: UploadTicketRow, bytes: Uint8Array): Promise<void> {
  const sha256 = sha256Hex(bytes);
  if (bytes.length !== ticket.sizeBytes || sha256 !== ticket.sha256) {
    throw new DomainError("UPLOAD_FAILED", `The bytes of ${ticket.path} are not the ones announced.`);
  }
  await storeContent(database(), ticket.id, Uint8Array.from(bytes));
}
