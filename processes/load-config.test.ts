import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { buildAway, buildProcesses } from "@/lib/testing/build-processes";
import { inShort } from "@/lib/testing/full-form";

const run = await buildProcesses("web", "worker", "runner", "ledger");
const settings = path.resolve(await buildAway("settings"), "settings.mjs");
const AT_HOME = { APP_URL: "http://127.0.0.1:3000", SOLANA_RPC_URL: "" };
const FOR_OTHERS = {
  APP_URL: "https://market.example",
  SOLANA_RPC_URL: "https://rpc.example",
  TREASURY_ADDRESS: "HSbVu5mQdxrVnFMgT3XMqXHMhwXNHdQ1PGPNEEP1oyq2",
  SERVER_KEY: "5f0c3b7a91d24e68af13570b9c2de846",
  NEXTAUTH_SECRET: "c81e728d9d4c2f636f067f89cc14862c",
};
const NOWHERE = "postgresql://market:secret@127.0.0.1:1/market";

test.each([
  ["worker", { DATABASE_URL: "" }, "DATABASE_URL must be set."],
  ["worker", { DATABASE_URL: NOWHERE, FEE_BASIS_POINTS: "5%" }, "FEE_BASIS_POINTS needs a whole number"],
  [
    "web",
    { DATABASE_URL: "", NEXTAUTH_SECRET: "" },
    "DATABASE_URL must be set. NEXTAUTH_SECRET must be set.",
  ],
  ["runner", { RUNNER_SECRET: "" }, "RUNNER_SECRET must be set."],
  [
    "runner",
    { RUNNER_SECRET: "x".repeat(32), RUNNER: "remote", RUNNER_URL: "http://127.0.0.1:1" },
    "RUNNER=auto",
  ],
])("%s with %j ends with one sentence before it does anything", (name, settings, sentence) => {
  const { status, stdout, stderr } = run(name, [], settings);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
});

test.each(inShort(["web", "worker"], ["web"]))(
  "%s of the built files without any setting is a market for others",
  (name) => {
    const nothing = { DEMONSTRATION: "", NODE_ENV: "", DATABASE_URL: NOWHERE };
    for (const NODE_ENV of inShort(["development", "", "test"], (_, at) => at === 0)) {
      const { status, stdout, stderr } = run(name, [], { ...nothing, NODE_ENV });
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr.trim().split("\n")).toEqual([
        expect.stringContaining("A market for others needs APP_URL"),
      ]);
    }
  },
);

test("the ledger with test money does not start without the setting of a demonstration", () => {
  const { status, stdout, stderr } = run("ledger", [], { DEMONSTRATION: "" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("npm start opens one");
});

test("what was built is a production from its first line on, whatever NODE_ENV says", () => {
  const told = (set: Record<string, string>) => {
    const script = `await import(${JSON.stringify(settings)}); console.log(process.env.NODE_ENV)`;
    const path = { PATH: process.env["PATH"] ?? "", NODE_ENV: "" };
    const env = Object.assign({} as NodeJS.ProcessEnv, path, FOR_OTHERS, set);
    return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", env })
      .stdout;
  };
  expect(told({ NODE_ENV: "development" })).toBe("production\n");
  expect(told({ NODE_ENV: "test" })).toBe("production\n");
  expect(told({})).toBe("production\n");
  expect(told({ NODE_ENV: "development", DEMONSTRATION: "true", ...AT_HOME })).toBe("development\n");
});
