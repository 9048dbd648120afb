import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildAway } from "@/lib/testing/build-processes";
import { newAddress } from "@/lib/testing/builders";

const directory = await buildAway("ledger");
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

/** A ledger whose files cannot grow beyond some tens of KiB, as if the disk was full then. */
async function startLedger(limit: string) {
  const settings = { LEDGER_DIR: path.join(directory, "ledger"), LEDGER_PORT: "0" };
  const command = `${limit}; exec "$0" "$1"`;
  const child = spawn("sh", ["-c", command, process.execPath, path.join(directory, "ledger.mjs")], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = /http:\/\/\S+/.exec(String(line))?.[0] ?? "";
  const ask = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body });
    if (!response.ok) return { error: response.status };
    return (await response.json()) as { result?: unknown; error?: unknown };
  };
  return { child, ask };
}

test("a ledger whose disk was full ends once it can write again, and begins with all it has confirmed and no more", async () => {
  const address = newAddress();
  const full = await startLedger("ulimit -S -f 32");
  const ended = once(full.child, "exit");
  let given = 0;
  while ((await full.ask("requestAirdrop", address, 1_000_000_000)).error === undefined) given++;
  expect(given).toBeGreaterThan(5);
  expect(await full.ask("getBalance", address)).toEqual({ error: 503 });
  execFileSync("prlimit", ["--pid", String(full.child.pid), "--fsize=unlimited:unlimited"]);
  expect(await ended).toEqual([1, null]);
  const again = await startLedger("true");
  const balance = await again.ask("getBalance", address, { commitment: "processed" });
  expect(balance.result).toMatchObject({ value: given * 1_000_000_000 });
});
