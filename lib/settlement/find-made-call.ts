import { database } from "@/lib/db/client";
import { findGrant } from "@/lib/settlement/grant-repository";

/** The run that has made one call of a settled quote (the first, if not said); null while none has. */
export async function findMadeCall({
  quoteId,
  call = 1,
}: {
  quoteId: string;
  call?: number;
}): Promise<string | null> {
  const grant = await findGrant(database(), quoteId, call);
  return grant?.state === "CONSUMED" ? grant.runId : null;
}
