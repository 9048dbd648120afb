import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findPublisher, type Publisher } from "@/lib/registry/publishers/publishers-repository";
import { findOwnerOfUpload } from "@/lib/registry/find-or-make-skill";

export { findPublisher } from "@/lib/registry/publishers/publishers-repository";

/** The account that publishes. Throws AUTH_FAILED when it is gone and EMAIL_NOT_VERIFIED. */
export async function getPublisher(accountId: string): Promise<Publisher> {
  const publisher = await findPublisher(database(), accountId);
  if (!publisher) throw new DomainError("AUTH_FAILED", "This account no longer exists.");
  if (publisher.email !== null && publisher.emailVerifiedAt === null) {
    throw new DomainError("EMAIL_NOT_VERIFIED", "Confirm your email address before you publish.");
  }
  return publisher;
}

/**
 * The wallets that calls of an account's skills may pay: those it has linked, oldest first, or the one of an organisation;
 * none for one that is closed.
 */
export async function listPublisherWallets(db: Database, accountId: string): Promise<readonly string[]> {
  return (await findPublisher(db, accountId))?.wallets ?? [];
}

/** Whether an account maintains the skill that is called so, which another one owns, or is to: an organisation. */
export async function isMaintained(where: {
  accountId: string;
  slug: string;
  organisation?: string | undefined;
}): Promise<boolean> {
  return (await findOwnerOfUpload(database(), where)).owner.kind === "maintainer";
}
