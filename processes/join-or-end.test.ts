import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { joinMarket } from "@/lib/duties/joining/join-market";
import { assertStoreIsTheMarkets } from "@/lib/duties/joining/assert-store";
import { buildAway, buildProcesses } from "@/lib/testing/build-processes";
import { testDatabase } from "@/lib/testing/database";
import { IS_FULL } from "@/lib/testing/full-form";

const database = testDatabase();
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-join-"));
afterAll(() => fs.rmSync(place, { recursive: true }));
process.env["DATA_DIRECTORY"] = place;
const run = await buildProcesses("worker", "rotate-platform-key");

test.runIf(IS_FULL)(
  "a process whose key is not the market's ends with one sentence, until the command makes it the market's",
  async () => {
    await joinMarket();
    const PLATFORM_KEY = String(
      generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }),
    );
    const [before] = await database().platformKey.findMany();
    const { status, stdout, stderr } = run("worker", [], { PLATFORM_KEY });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("npm run rotate-platform-key")]);
    expect(await database().platformKey.findMany()).toEqual([before]);

    const rotated = run("rotate-platform-key", [], { PLATFORM_KEY });
    expect(rotated.stdout).toContain(`${before?.keyId} stays published, and ends in an hour.`);
    expect(run("worker", []).stderr).toContain("is not the one that the market signs with");
    const back = run("rotate-platform-key", [path.join(place, "platform-key.pem")]);
    expect(back.stdout).toContain(`signed with ${before?.keyId} from now on`);
  },
);

test("a store that is missing while packages are expected, or no store, ends the start with one sentence", () => {
  fs.writeFileSync(path.join(place, "a-file"), "");
  const { status, stdout, stderr } = run("worker", [], { BLOB_STORE: `file:${path.join(place, "a-file")}` });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("BLOB_STORE")]);
});

test.runIf(IS_FULL)(
  "a store that is away at the start, and comes back as another one, ends the process",
  async () => {
    await assertStoreIsTheMarkets();
    let isAway = true;
    const store = http.createServer((_request, response) => response.writeHead(isAway ? 503 : 404).end());
    await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const settings = {
      NODE_ENV: "test" as const,
      LOG_LEVEL: "warn",
      BLOB_STORE: `s3://packages?endpoint=${endpoint}&region=local`,
      AWS_ACCESS_KEY_ID: "of-a-test",
      AWS_SECRET_ACCESS_KEY: "of-a-test",
    };
    const worker = spawn(process.execPath, [path.join(await buildAway("worker"), "worker.mjs")], {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    worker.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("was not checked")) isAway = false;
    });
    expect(await once(worker, "exit")).toEqual([1, null]);
    expect(said).toContain("is not the store of this market");
    store.close();
  },
);
