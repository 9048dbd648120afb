import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { whoAsks } from "@/lib/kernel/threads/who-asks";
import { newId } from "@/lib/kernel/ids";
import { acceptCall } from "@/lib/running/calls/accept-call";
import { accessTokenFor } from "@/lib/running/runs/access-token";
import { executeCall } from "@/lib/running/calls/execute-call";
import { loadRunnable, waitsForFirstRun } from "@/lib/running/calls/load-runnable";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import { toFinishedView, type RunView } from "@/lib/running/runs/run-view";
import { recordFirstRun } from "@/lib/running/first-runs/record-first-run";
import { insertRun } from "@/lib/running/runs/runs-repository";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";

export interface FreeRunRequest {
  /** Slug or id. */
  skill: string;
  version?: string;
  input: unknown;
  accountId?: string;
  /** Who waits in line; see `RunTerms`. */
  caller?: string;
  signal?: AbortSignal;
}

/** Whoever cannot be told apart shares one part of the places. */
const NOBODY_IN_PARTICULAR = "anybody";

/**
 * Runs a free skill for anybody. A refused input never reaches the sandbox. The run is recorded once, when it has
 * ended: one that could not begin leaves nothing behind. `loaded` is the version where the caller has just asked for
 * it. Whoever publishes a priced skill that has not run yet runs it here too: a valid answer puts its price into force. Throws PAYMENT_REQUIRED for a priced skill, INPUT_INVALID with the places, and what `loadRunnable` and
 * `executeCall` throw.
 */
export async function runFreeSkill(
  request: FreeRunRequest,
  loaded?: RunnableVersion,
): Promise<{ run: RunView; accessToken: string }> {
  const version = loaded ?? (await loadRunnable(request.skill, request.version, request.accountId));
  const isFirst = waitsForFirstRun(version);
  if (version.priceLamports > 0n && !isFirst) {
    throw new DomainError(
      "PAYMENT_REQUIRED",
      `One call costs ${version.priceLamports} lamports: pay it in one request with POST /v1/skills/{id}/call, or ask for a quote with POST /v1/quotes.`,
      { details: { priceLamports: String(version.priceLamports) } },
    );
  }
  const input = await acceptCall(request.input, version);
  const startedAt = systemClock.now();
  const { signal, caller = request.accountId ?? whoAsks() ?? NOBODY_IN_PARTICULAR } = request;
  const end = await executeCall(version, input, { signal, caller: [caller] });
  const id = newId("run");
  const run = {
    id,
    versionId: version.versionId,
    ...(request.accountId === undefined ? {} : { accountId: request.accountId }),
    input,
    inputDigest: digestJson(input as JsonValue),
    startedAt,
  };
  await insertRun(database(), run, end);
  if (isFirst && end.state === "DONE") await recordFirstRun(version.versionId);
  return { run: toFinishedView({ id, version, startedAt }, end), accessToken: accessTokenFor(id) };
}
