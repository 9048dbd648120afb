import { database } from "@/lib/db/client";
import { findClosedAt } from "@/lib/ownership/account-closing/repository";

/** Whether the account of this user name was closed; false for an open one and for a name nobody ever had. */
export async function isClosedAccount(username: string): Promise<boolean> {
  return (await findClosedAt(database(), username)) instanceof Date;
}
