import { database } from "@/lib/db/client";
import { findClearedAt } from "@/lib/running/runs/runs-repository";

/** Whether input and output of a run are no longer kept. */
export async function isRunCleared(runId: string): Promise<boolean> {
  return (await findClearedAt(database(), runId)) !== null;
}
