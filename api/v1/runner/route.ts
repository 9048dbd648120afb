import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { problems } from "@/api/schemas/problem";
import { describeRunner } from "@/lib/running/runners/describe-runner";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const amount = z.number().int().nullable();
const limitsSchema = z.object({
  network: z.enum(["none", "host"]),
  host_uid: amount.describe("The user a skill is on the machine itself; never 0."),
  seccomp: z.boolean(),
  capabilities: z.enum(["none", "inherited"]),
  memory_by: z.enum(["rlimit+watchdog", "cgroup", "none"]),
  memory_bytes: amount.describe("All processes of a run together."),
  process_memory_bytes: amount,
  processes: amount,
  open_files: amount,
  file_bytes: amount,
  temporary_bytes: amount,
  inodes: amount,
  stdout_bytes: amount,
  stderr_bytes: amount,
  image_enforced: z.boolean().describe("True only where the runtime image is compared before a start."),
});

const isolation = z.enum(["userns", "gvisor", "oci-runc", "vm", "none"]);
const runnerSchema = z
  .object({
    runner: z.string(),
    available: z.boolean(),
    reason: z.string().nullable().describe("Why no skill can be run, in one sentence."),
    remedy: z.string().nullable().describe("What the operator can do about it."),
    isolation: isolation.nullable(),
    minimum_isolation: z.record(z.enum(["sandbox", "community", "verified"]), isolation),
    runtimes: z.record(z.string(), z.string()).describe("Version of each language that can be called."),
    images: z
      .record(z.string(), z.string())
      .describe("Digest of the root file system of each language, by its content; empty without own ones."),
    limits: limitsSchema.nullable(),
  })
  .openapi("Runner");

const route = createRoute({
  method: "get",
  path: "/v1/runner",
  operationId: "getRunner",
  tags: ["Calling"],
  summary: "What runs skills here, and what it enforces",
  description:
    "Seen by the runner itself when it started, not read from its settings. The receipt of a paid call repeats what held for that call.",
  responses: { 200: jsonContent(runnerSchema, "The runner."), ...problems("RATE_LIMITED") },
});

export const getRunnerOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.runner, callerAddress(c));
  const { name, probe, policy } = await describeRunner();
  const common = { runner: name, available: probe.ok, minimum_isolation: policy };
  const body: z.infer<typeof runnerSchema> = probe.ok
    ? {
        ...common,
        reason: null,
        remedy: null,
        isolation: probe.isolation,
        runtimes: { ...probe.runtimes },
        images: { ...probe.images },
        limits: toLimitsJson(probe.limits),
      }
    : {
        ...common,
        reason: probe.reason,
        remedy: probe.remedy,
        isolation: null,
        runtimes: {},
        images: {},
        limits: null,
      };
  return sendJson(c, body);
});

type Limits = Extract<Awaited<ReturnType<typeof describeRunner>>["probe"], { ok: true }>["limits"];

const toLimitsJson = (limits: Limits): z.infer<typeof limitsSchema> => ({
  network: limits.network,
  host_uid: limits.hostUid,
  seccomp: limits.seccomp,
  capabilities: limits.capabilities,
  memory_by: limits.memoryBy,
  memory_bytes: limits.memoryBytes,
  process_memory_bytes: limits.processMemoryBytes,
  processes: limits.processes,
  open_files: limits.openFiles,
  file_bytes: limits.fileBytes,
  temporary_bytes: limits.temporaryBytes,
  inodes: limits.inodes,
  stdout_bytes: limits.stdoutBytes,
  stderr_bytes: limits.stderrBytes,
  image_enforced: limits.imageEnforced,
});
