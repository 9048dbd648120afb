import { deleteReminder } from "@/lib/catalogue/core-tools/repository";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

/** The core tool `remind`, ending one: done or not wanted, it is forgotten. Throws NOT_FOUND. */
export async function endReminder(ownerId: string, id: string): Promise<void> {
  if (await deleteReminder(database(), ownerId, id.slice(0, 64).replaceAll("\0", ""))) return;
  throw new DomainError("NOT_FOUND", "There is no such reminder.");
}
