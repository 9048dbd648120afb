import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { startThrowAwayPostgres } from "@/lib/testing/throw-away-postgres";

const DATABASE = "conformance";

/** Where a market for cases runs, and what it must be told before its modules are loaded. */
export interface MarketSettings {
  server: http.Server;
  url: string;
  port: number;
  databaseUrl: string;
  environment: Record<string, string>;
  /** Gives everything back. */
  close(): Promise<void>;
}

/** A port, an empty database and a folder, for one process. */
export async function openSettings(): Promise<MarketSettings> {
  const postgres = await startThrowAwayPostgres();
  await postgres.createMigrated(DATABASE);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-conformance-"));
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = postgres.url(DATABASE);
  return {
    server,
    url,
    port,
    databaseUrl,
    environment: {
      DEMONSTRATION: "true",
      NODE_ENV: "production",
      LOG_LEVEL: "silent",
      APP_URL: url,
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: "known to nobody but this run of the cases",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIRECTORY: directory,
      BLOB_STORE: `file:${path.join(directory, "blobs")}`,
      LEDGER_DIR: path.join(directory, "ledger"),
      TRUSTED_PROXY_HOPS: "1",
      RUNNER: "disabled",
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await postgres.stop();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
