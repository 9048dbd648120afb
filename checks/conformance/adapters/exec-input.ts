import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { type Adapter, compareFacts } from "../runner/conformance-case";

// Reads to the end of input: it answers at all only because the input is closed.
const ECHO = `
const text = require("node:fs").readFileSync(0, "utf8");
console.log(JSON.stringify({ stdin_json: JSON.parse(text), stdin_closed: true }));
`;

/** Gives an input to a real skill in a real sandbox and returns what the skill read. */
async function run(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const runner = new BubblewrapRunner();
  try {
    const outcome = await runner.run({
      packageDigest: "",
      files: [{ path: "main.cjs", bytes: new TextEncoder().encode(ECHO) }],
      entryPoint: "main.cjs",
      runtime: "node",
      stdin: JSON.stringify(input["input"]),
      timeoutMs: 10_000,
    });
    if (outcome.exitCode !== 0) throw new Error(`the skill did not answer: ${JSON.stringify(outcome)}`);
    return JSON.parse(outcome.stdout) as Record<string, unknown>;
  } finally {
    await runner.close();
  }
}

/** `exec_input`: what a skill process is given. */
export const execInput: Adapter = {
  kind: "exec_input",
  async check({ input, expect }) {
    return compareFacts(expect, await run(input));
  },
};
