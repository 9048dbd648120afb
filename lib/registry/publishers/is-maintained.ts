import { database } from "@/lib/db/client";
import { findOwnerOfUpload } from "@/lib/registry/find-or-make-skill";

/** Whether an account maintains the skill that is called so, which another one owns. */
export async function isMaintained(where: { accountId: string; slug: string }): Promise<boolean> {
  return (await findOwnerOfUpload(database(), where)).owner.kind === "maintainer";
}
