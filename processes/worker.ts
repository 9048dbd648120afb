import { closeDatabase } from "@/lib/db/client";
import { lanesOfSettings } from "@/lib/duties/lanes";
import { measureMarket } from "@/lib/duties/measure-market";
import { stopBeingReady } from "@/lib/web/http/readiness";
import { workJobs } from "@/lib/platform/jobs/work";
import { closeMailTransport } from "@/lib/platform/mail/send-mail";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";
import { setScanner } from "@/lib/vetting/current-scanner";
import { judgeInThread } from "@/lib/vetting/vetting-thread";
import { endWithSupervisor } from "./end-with-supervisor";
import { joinOrEnd } from "./join-or-end";
import { loadConfig } from "./load-config";
import { serveMetrics } from "./observing/serve-metrics";
import { startTracing } from "./observing/start-tracing";

endWithSupervisor();
const { HOST, METRICS_PORT } = loadConfig(["DATABASE_URL"]);
const sendLastSpans = await startTracing("worker");
await joinOrEnd();
const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => {
    stopBeingReady();
    stop.abort();
  });
if (METRICS_PORT !== 0) serveMetrics({ host: HOST, port: METRICS_PORT }, measureMarket);

// A package that takes the memory or the time of its judge must not take those of the other jobs.
const vetting = judgeInThread(new URL("./vetting-thread.mjs", import.meta.url));
setScanner(vetting.judge);

console.log("worker ready");
await Promise.all(lanesOfSettings().map((lane) => workJobs({ ...lane, signal: stop.signal })));
await currentRunner().close();
await vetting.close();
await closeSchemaThread();
closeMailTransport();
await closeDatabase();
await sendLastSpans();
