import { expect, test } from "vitest";
import { buildProcesses } from "@/lib/testing/build-processes";

const run = await buildProcesses("web", "worker", "runner");
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
