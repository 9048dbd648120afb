import { assertPolicyAllows } from "@/lib/audits/policy/judge-versions";
import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { whoAsks } from "@/lib/kernel/threads/who-asks";
import { acceptCall } from "@/lib/running/calls/check-input";
import { executeCall } from "@/lib/running/calls/execute-call";
import { recordFirstRun } from "@/lib/running/calls/first-run";
import { loadRunnable, waitsForFirstRun } from "@/lib/running/calls/load-runnable";
import type { RunnableVersion } from "@/lib/running/calls/runnable-repository";
import { accessTokenFor, toFinishedView, type RunView } from "@/lib/running/runs/get-run";
import { insertRun } from "@/lib/running/runs/runs-repository";

interface FreeRunRequest {
  /** Slug or id. */
  skill: string;
  version?: string;
  input: unknown;
  accountId?: string;
  /** A program calls with a key of the account: the account's policy holds. */
  isByKey?: boolean;
  /** Who waits in line; see `RunTerms`. */
  caller?: string;
  signal?: AbortSignal;
}

/** Whoever cannot be told apart shares one part of the places. */
const NOBODY_IN_PARTICULAR = "anybody";

/**
 * Runs a free skill for anybody. A refused input never reaches the sandbox. The run is recorded once, when it has
 * ended: one that could not begin leaves nothing behind. `loaded` is the version where the caller has just asked for
 * it. Whoever publishes a priced skill that has not run yet runs it here too: a valid answer puts its price into
 * force. Throws PAYMENT_REQUIRED for a priced skill, POLICY_REFUSED, INPUT_INVALID with the places, and what `loadRunnable` and
 * `executeCall` throw.
 */
export async function runFreeSkill(
  request: FreeRunRequest,
  loaded?: RunnableVersion,
): Promise<{ run: RunView; accessToken: string }> {
  const version = loaded ?? (await loadRunnable(request.skill, request.version, request.accountId));
  if (request.isByKey) await assertPolicyAllows(request.accountId, version);
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
    accountId: request.accountId ?? null,
    input,
    inputDigest: digestJson(input as JsonValue),
    startedAt,
  };
  await insertRun(database(), run, end);
  if (isFirst && end.state === "DONE") await recordFirstRun(version.versionId);
  return { run: toFinishedView({ id, version, startedAt }, end), accessToken: accessTokenFor(id) };
}

const MAX_INPUT_CHARACTERS = 100 * 1024;

/**
 * Runs a version for whoever publishes it, with an input that is written as JSON; a valid answer puts its price into
 * force. Throws INPUT_INVALID for what is no JSON, and what `runFreeSkill` throws.
 */
export async function runFirst({
  input,
  ...request
}: {
  skill: string;
  version: string;
  input: string;
  accountId: string;
}): Promise<RunView> {
  return (await runFreeSkill({ ...request, input: readInput(input) })).run;
}

function readInput(text: string): unknown {
  try {
    if (text.length <= MAX_INPUT_CHARACTERS) return JSON.parse(text);
  } catch {
    // told below, with the field
  }
  throw new DomainError("INPUT_INVALID", "The input is no JSON object.", {
    details: { errors: [{ pointer: "#/input", detail: "a JSON object expected" }] },
  });
}
