import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { toRunView, type RunView } from "@/lib/running/runs/run-view";
import { findRun } from "@/lib/running/runs/runs-repository";
import { isStorableText } from "@/lib/running/contract/storable-text";

/** One run. Who may see it is the caller's to check (`assertAccess`). Throws RUN_NOT_FOUND. */
export async function getRun(runId: string): Promise<RunView> {
  const row = isStorableText(runId) ? await findRun(database(), runId) : null;
  if (!row) throw new DomainError("RUN_NOT_FOUND", "There is no run with this id.");
  return toRunView(row);
}
