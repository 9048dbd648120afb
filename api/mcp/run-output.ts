import type { ReadResourceResult, ResourceLink } from "@modelcontextprotocol/server";
import { DomainError } from "@/lib/kernel/errors";
import { assertRunAccess, getRun, OUTPUT_NOT_STORED } from "@/lib/running/runs/get-run";

const URI = /^run:\/\/([\w-]{1,80})\/output\?token=([\w-]{1,200})$/;
export const isRunUri = (uri: string) => uri.startsWith("run://");

/** Where the whole output of a run is read, by whoever has made the call. */
export const linkToOutput = (runId: string, token: string): ResourceLink => ({
  type: "resource_link",
  uri: `run://${runId}/output?token=${token}`,
  name: "The whole output",
  mimeType: "application/json",
});

/** The output of a run. Throws NOT_FOUND, RUN_NOT_FOUND and PERMISSION_DENIED, as reading it by the API does. */
export async function readRunOutput(uri: string): Promise<ReadResourceResult> {
  const [, id, token] = URI.exec(uri) ?? [];
  if (id === undefined)
    throw new DomainError("NOT_FOUND", "An output is addressed as run://<id>/output?token=<token>.");
  await assertRunAccess(id, token);
  const run = await getRun(id);
  if (run.clearedAt !== null) throw new DomainError("NOT_FOUND", OUTPUT_NOT_STORED);
  const text = JSON.stringify(run.output);
  // One caller's: no cache may hand it to another.
  return { contents: [{ uri, mimeType: "application/json", text }], ttlMs: 0, cacheScope: "private" };
}
