import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { supervisePostgres } from "./supervise-postgres.ts";

/** One answer of the database on a connection of its own; null while it does not answer. */
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return ((await client.query(sql)).rows as { answer: unknown }[])[0]?.answer;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test("a database that is killed comes back where it was, with what was committed, and can be stopped", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-kept-"));
  fs.chmodSync(directory, 0o755);
  const said: string[] = [];
  const database = await supervisePostgres(directory, { say: (line) => said.push(line) });
  try {
    const url = database.url("postgres");
    await ask(url, "create table kept as select 7 as answer");
    const killed = database.pid();
    process.kill(killed, "SIGKILL");
    await expect.poll(() => ask(url, "select answer from kept")).toBe(7);
    expect(database.pid()).not.toBe(killed);
    expect(said.filter((line) => !line.startsWith("database │ "))).toContain(
      "database ended (SIGKILL); starting it again",
    );
    await database.stop();
    expect(await ask(url, "select 1 as answer")).toBeNull();
  } finally {
    await database.stop();
    fs.rmSync(directory, { recursive: true });
  }
});

test.runIf(IS_FULL)("one that cannot start is tried again until it can, and says why in a line", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-kept-"));
  fs.chmodSync(directory, 0o755);
  const said: string[] = [];
  const database = await supervisePostgres(directory, { say: (line) => said.push(line) });
  const settings = path.join(directory, "pg", "postgresql.conf");
  const right = fs.readFileSync(settings, "utf8");
  try {
    fs.appendFileSync(settings, "\nmax_connections = none\n");
    process.kill(database.pid(), "SIGKILL");
    await expect.poll(() => said.join("\n")).toMatch(/database ended \(FATAL: {2}.+\); starting/);
    fs.writeFileSync(settings, right);
    await expect.poll(() => ask(database.url("postgres"), "select 7 as answer")).toBe(7);
    expect(said.filter((line) => line.includes("\n"))).toEqual([]);
  } finally {
    await database.stop();
    fs.rmSync(directory, { recursive: true });
  }
});
