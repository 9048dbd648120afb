import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { closeDatabase } from "@/lib/db/client";
import { startThrowAwayPostgres } from "@/lib/testing/throw-away-postgres";
import { answerCases } from "../runner/case-process";
import { runAuditSignature } from "./audit-signature";
import { runAuditState } from "./audit-state";
import { runHintPolicy } from "./hint-policy";

const DATABASE = "market";
const KINDS: Readonly<Record<string, (input: never) => Promise<object>>> = {
  audit_state: runAuditState,
  hint_policy: runHintPolicy,
  audit_signature: runAuditSignature,
};

// Started by `market-process.ts`: one throw-away market that answers cases until its parent lets go of it.
const postgres = await startThrowAwayPostgres();
await postgres.createMigrated(DATABASE);
const blobs = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-conformance-"));
process.env["DATABASE_URL"] = postgres.url(DATABASE);
process.env["BLOB_STORE"] = `file://${blobs}`;

async function run({ kind, input }: { kind: string; input: unknown }): Promise<object> {
  const runKind = KINDS[kind];
  if (!runKind) throw new Error(`no cases of the kind ${kind} are run here`);
  return runKind(input as never);
}

async function close(): Promise<void> {
  await closeDatabase();
  await postgres.stop();
  fs.rmSync(blobs, { recursive: true, force: true });
}

answerCases(run, close);
