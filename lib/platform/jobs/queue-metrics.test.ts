import { afterEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "@/lib/kernel/clock";
import { closeDatabase } from "@/lib/db/client";
import { measureQueue } from "@/lib/platform/jobs/queue";
import { metrics } from "@/lib/kernel/observability/metrics";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

afterEach(() => {
  vi.unstubAllEnvs();
});

async function figures(): Promise<string> {
  await measureQueue();
  return metrics.metrics();
}

test("jobs that nobody works and jobs that were set aside are counted by kind, and how late they are", async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const job = { kind: "send_mail", payload: {} };
  await database().job.createMany({
    data: [
      { id: "job_due", ...job, runAt: ago(2) },
      { id: "job_leased", ...job, runAt: ago(3), lockedUntil: ago(-1) },
      { id: "job_later", ...job, runAt: ago(-1) },
      { id: "job_failed", ...job, runAt: ago(9), failedAt: ago(8) },
      { id: "job_done", ...job, runAt: ago(9), doneAt: ago(8) },
    ],
  });
  const said = await figures();
  expect(said).toContain('emporion_jobs_due{kind="send_mail"} 1');
  expect(said).toContain('emporion_jobs_failed{kind="send_mail"} 1');
  expect(said).toContain("emporion_database_up 1");
  expect(Number(/^emporion_jobs_late_seconds (\S+)$/m.exec(said)?.[1])).toBeCloseTo(7_200, -2);
});

test("without a database the other figures are still told", async () => {
  await closeDatabase();
  vi.stubEnv("DATABASE_URL", "postgresql://market:secret@127.0.0.1:1/market");
  const said = await figures();
  await closeDatabase();
  expect(said).toContain("emporion_database_up 0");
  expect(said).not.toMatch(/^emporion_jobs_(due|failed|late_seconds)[ {]/m);
});
