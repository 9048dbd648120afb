import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { joinMarket } from "@/lib/duties/joining/join-market";
import { buildProcesses } from "@/lib/testing/build-processes";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-join-"));
afterAll(() => fs.rmSync(place, { recursive: true }));
process.env["DATA_DIRECTORY"] = place;
const run = await buildProcesses("worker", "rotate-platform-key");

test("a process whose key is not the market's ends with one sentence, until the command makes it the market's", async () => {
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
});

test("a store that is missing while packages are expected, or no store, ends the start with one sentence", () => {
  fs.writeFileSync(path.join(place, "a-file"), "");
  const { status, stdout, stderr } = run("worker", [], { BLOB_STORE: `file:${path.join(place, "a-file")}` });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("BLOB_STORE")]);
});
