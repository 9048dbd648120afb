import { serve } from "@hono/node-server";
import { app } from "@/api/app";

// A web process of its own for tests about several of them: it prints the port it listens on, and lives as many
// milliseconds ahead of its machine as it is told.
const MachineDate = Date;
let aheadMs = 0;
globalThis.Date = class extends MachineDate {
  constructor(...given: [] | [string | number | Date]) {
    super(given.length === 0 ? MachineDate.now() + aheadMs : given[0]);
  }
  static override now = () => MachineDate.now() + aheadMs;
} as DateConstructor;
process.on("message", (ms: number) => {
  aheadMs = ms;
  process.send?.(ms);
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.stdout.write(`port ${port}\n`),
);
