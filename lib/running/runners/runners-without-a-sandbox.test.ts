import { afterEach, describe, expect, it, vi } from "vitest";
import { DisabledRunner } from "@/lib/running/runners/current-runner";
import type { RunJob, SkillRunner } from "@/lib/running/runners/skill-runner";

const job: RunJob = {
  packageDigest: "",
  files: [],
  entryPoint: "main.py",
  runtime: "python3",
  stdin: "{}",
  timeoutMs: 1_000,
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("the disabled runner", () => {
  it("refuses every run and says how to switch it on", async () => {
    const runner: SkillRunner = new DisabledRunner();
    expect(await runner.probe()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("RUNNER=auto") as string,
    });
    await expect(runner.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  });
});

describe("the fake runner", () => {
  it("answers from its script and admits that nothing was enforced", async () => {
    const { FakeRunner } = await import("@/lib/running/testing/fake-runner");
    const runner = new FakeRunner(({ stdin }) => ({ stdout: stdin }));
    const outcome = await runner.run(job);
    expect(outcome).toMatchObject({
      stdout: "{}",
      exitCode: 0,
      isolation: "none",
      enforced: { seccomp: false },
    });
    expect(runner.jobs).toEqual([job]);
  });

  it("does not exist in production", async () => {
    vi.resetModules();
    vi.stubEnv("NODE_ENV", "production");
    const { FakeRunner } = await import("@/lib/running/testing/fake-runner");
    expect(() => new FakeRunner(() => ({}))).toThrow(/production refuses/);
  });
});
