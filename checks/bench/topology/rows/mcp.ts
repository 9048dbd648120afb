import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Topology } from "../topology";
import type { Outcome, Promised } from "./row";

export const MCP: Promised = {
  name: "mcp",
  broken: "nothing: calls of one MCP session go to both web processes by turns",
  failsNothing: true,
};
const CALLS = 100;

/** The published client makes each call over a balancer that sends it to the next process. */
export async function playMcp({ urlByDefault }: Topology): Promise<Outcome> {
  const client = new Client({ name: "topology", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${urlByDefault}/mcp`)));
  const reasons = new Map<string, number>();
  let failed = 0;
  for (let i = 0; i < CALLS; i++) {
    const call = client.callTool({ name: "search", arguments: { query: "text" } });
    const reason = await call.then(
      ({ isError, content }) => (isError === true ? JSON.stringify(content) : null),
      (error: unknown) => String(error),
    );
    if (reason === null) continue;
    failed++;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  await client.close();
  return { row: MCP, sent: CALLS, failed, acknowledged: 0, lost: [], seconds: null, reasons };
}
