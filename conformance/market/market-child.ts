import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { closeDatabase } from "@/lib/db/client";
import setup, { TEMPLATE_DATABASE } from "@/lib/testing/global-setup";
import { runAuditSignature } from "./audit-signature";
import { runAuditState } from "./audit-state";
import type { MarketAnswer } from "./market-process";

const KINDS: Readonly<Record<string, (input: never) => Promise<object>>> = {
  audit_state: runAuditState,
  audit_signature: runAuditSignature,
};

/** Started by `market-process.ts`: one throw-away market that answers cases until its parent lets go of it. */
async function main(): Promise<void> {
  let url = "";
  const provide = (_name: string, value: unknown) => void (url = String(value));
  const stopPostgres = await setup({ provide });
  const blobs = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-conformance-"));
  process.env["DATABASE_URL"] = url.replace(/\/postgres$/, `/${TEMPLATE_DATABASE}`);
  process.env["BLOB_STORE"] = `file://${blobs}`;
  process.on("message", (message) => {
    const { id, kind, input } = message as { id: number; kind: string; input: unknown };
    void answer(kind, input).then((result) => process.connected && process.send?.({ id, ...result }));
  });
  process.once("disconnect", () => {
    void (async () => {
      await closeDatabase();
      await stopPostgres();
      fs.rmSync(blobs, { recursive: true, force: true });
      process.exit(0);
    })();
  });
  process.send?.("ready");
}

async function answer(kind: string, input: unknown): Promise<MarketAnswer> {
  try {
    const run = KINDS[kind];
    if (!run) throw new Error(`no cases of the kind ${kind} are run here`);
    return { ok: true, result: await run(input as never) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

await main();
