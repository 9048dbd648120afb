import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { logger } from "@/lib/kernel/observability/logger";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";
import { testBlobStore } from "@/lib/testing/builders";

/**
 * Gives the calling test file the settings under which skills run: a blob store, a data directory and a secret of its
 * own, and the real sandbox unless `settings` say otherwise. Call it at the top of the file.
 */
export function testRunner(settings: Record<string, string> = {}): void {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-running-"));
  testBlobStore();
  beforeAll(() => {
    logger.level = "silent"; // the failures of these tests are made on purpose
    Object.assign(process.env, {
      DATA_DIRECTORY: directory,
      NEXTAUTH_SECRET: "the secret of this test file, long enough",
      ...settings,
    });
  });
  afterAll(async () => {
    await currentRunner().close();
    await closeSchemaThread();
    fs.rmSync(directory, { recursive: true, force: true });
  });
}
