import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { inShort, IS_FULL } from "@/lib/testing/full-form";
import { storedSecret } from "./environment.ts";
import { startPostgres } from "./postgres.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const AS_ROOT = process.getuid?.() === 0;
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-ending-"));
fs.chmodSync(place, 0o755);
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  fs.rmSync(place, { recursive: true });
});

/** Processes of a market whose catalogue takes for ever. */
const WAITS = "setInterval(() => {}, 1000);";
const PROCESSES = {
  settings: "",
  ledger: `console.log("listening"); ${WAITS}`,
  seed: `console.log("stocking"); ${WAITS}`,
};

const isAlive = (pid: number) => fs.existsSync(`/proc/${pid}`);
const pidOf = (directory: string) =>
  Number(fs.readFileSync(path.join(directory, "pg/postmaster.pid"), "utf8").split("\n", 1)[0]);

/** Of any of its threads. */
const childrenOf = (pid: number) =>
  fs
    .readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" "))
    .filter(Boolean)
    .map(Number);

function script(name: string, code: string, args: string[] = []) {
  const file = path.join(place, `${name}.mjs`);
  fs.writeFileSync(file, code);
  const child = spawn(process.execPath, [file, ...args], { cwd: place, stdio: "pipe", detached: true });
  started.push(child);
  return child;
}

const exitOf = (child: ReturnType<typeof script>) =>
  new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

async function answerOf(url: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ answer: number }>("select 7 as answer");
  await client.end();
  return rows[0]?.answer;
}

test.each(inShort(["SIGTERM", "SIGHUP"] as const, ["SIGTERM"]))(
  "a market that gets %s half-way through its start leaves neither a database nor a process, also when its terminal is gone",
  async (signal) => {
    fs.mkdirSync(path.join(place, "dist"), { recursive: true });
    fs.mkdirSync(path.join(place, "prisma/migrations"), { recursive: true });
    for (const [name, code] of Object.entries(PROCESSES))
      fs.writeFileSync(path.join(place, `dist/${name}.mjs`), code);
    const directory = path.join(place, signal);
    const from = JSON.stringify(path.join(ROOT, "scripts/open-market.ts"));
    const market = script(
      "market",
      `const { openMarket } = await import(${from});
       await openMarket({ dataDirectory: process.argv[2], port: 0, ledgerPort: 0 });`,
      [directory],
    );
    const ended = exitOf(market);
    let said = "";
    market.stdout.on("data", (chunk) => (said += String(chunk)));
    await expect.poll(() => said).toContain("stocking");
    const children = childrenOf(market.pid ?? 0);
    const all = [...children, pidOf(directory)];
    expect(all.filter(isAlive)).toEqual(all);
    market.stdout.destroy();
    market.stderr.destroy();
    market.kill(signal);
    expect(await ended).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
  },
);

test("what bundled the programs of a market does not live beside it", async () => {
  const from = JSON.stringify(path.join(ROOT, "scripts/bundle.ts"));
  const entry = JSON.stringify(path.join(ROOT, "processes/settings.ts"));
  const bundler = script(
    "bundler",
    `const { bundlePrograms } = await import(${from});
     await bundlePrograms([${entry}], "bundled");
     console.log("bundled");
     setInterval(() => {}, 1000);`,
  );
  await new Promise((resolve) => bundler.stdout.once("data", resolve));
  await expect.poll(() => childrenOf(bundler.pid ?? 0)).toEqual([]);
  expect(fs.readdirSync(path.join(place, "bundled"))).toContain("settings.mjs");
});

test.runIf(IS_FULL)("a database whose making was cut off by a power cut is made anew", async () => {
  const directory = path.join(place, "cut");
  fs.mkdirSync(directory);
  const from = JSON.stringify(path.join(ROOT, "scripts/postgres.ts"));
  const maker = script(
    "maker",
    `const { startPostgres } = await import(${from}); await startPostgres(process.argv[2]);`,
    [directory],
  );
  const ended = exitOf(maker);
  const begun = () => fs.readdirSync(directory).some((name) => isBegun(path.join(directory, name)));
  const isBegun = (folder: string) => fs.existsSync(path.join(folder, "PG_VERSION"));
  while (!begun()) await sleep(5);
  process.kill(-(maker.pid ?? 0), "SIGKILL");
  await ended;
  const server = await startPostgres(directory);
  try {
    expect(await answerOf(server.url("postgres"))).toBe(7);
  } finally {
    await server.stop();
  }
});

test.runIf(IS_FULL)(
  "a database is made and started also for one who keeps what they write to themselves",
  async () => {
    const directory = path.join(place, "mine alone, 我的");
    const key = createHash("sha256").update(directory).digest("hex").slice(0, 12);
    const from = JSON.stringify(path.join(ROOT, "scripts/postgres.ts"));
    const maker = script(
      "keeper",
      `process.umask(0o077);
     const { startPostgres } = await import(${from});
     const server = await startPostgres(process.argv[2]);
     console.log(server.url("postgres"));
     process.stdin.resume().once("end", () => server.stop());`,
      [directory],
    );
    const ended = exitOf(maker);
    try {
      const url = await new Promise((resolve) => {
        maker.stdout.once("data", (line) => resolve(String(line).trim()));
        void ended.then(() => resolve("none"));
      });
      expect(await answerOf(String(url))).toBe(7);
    } finally {
      maker.stdin.end();
      await ended;
      fs.rmSync(`/var/tmp/emporion-${key}`, { recursive: true, force: true });
    }
  },
);

test.runIf(AS_ROOT && IS_FULL)(
  "a database of root's is kept by a user of its own, also one that was nobody's",
  async () => {
    const directory = path.join(place, "owned");
    fs.mkdirSync(directory);
    await (await startPostgres(directory)).stop();
    const files = () => [
      "pg-password",
      "pg",
      ...fs
        .readdirSync(path.join(directory, "pg"), { recursive: true, encoding: "utf8" })
        .map((name) => `pg/${name}`),
    ];
    for (const name of files()) fs.lchownSync(path.join(directory, name), 65534, 65534);
    const server = await startPostgres(directory);
    try {
      expect(await answerOf(server.url("postgres"))).toBe(7);
      const status = fs.readFileSync(`/proc/${server.pid}/status`, "utf8");
      expect(status).toMatch(/^Uid:\t65533\t/m);
      expect(files().filter((name) => fs.lstatSync(path.join(directory, name)).uid !== 65533)).toEqual([]);
      expect(fs.statSync(path.join(directory, "pg")).mode & 0o077).toBe(0);
    } finally {
      await server.stop();
    }
  },
);

test.runIf(IS_FULL)(
  "a database starts although another process has the number that its last server left behind",
  async () => {
    const directory = path.join(place, "numbers");
    fs.mkdirSync(directory);
    const first = await startPostgres(directory);
    const file = path.join(directory, "pg/postmaster.pid");
    const left = fs.readFileSync(file, "utf8");
    await first.stop();
    // Of the same user, as all are in a container: PostgreSQL takes it for its own.
    const stranger = spawn("sleep", ["60"], AS_ROOT ? { uid: 65533, gid: 65533 } : {});
    try {
      fs.writeFileSync(file, left.replace(/^\d+/, String(stranger.pid)));
      const second = await startPostgres(directory);
      expect(await answerOf(second.url("postgres"))).toBe(7);
      await second.stop();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  },
);

test("a secret that a full disk left empty is made anew, and a whole one stays", () => {
  const file = path.join(place, "session-secret");
  fs.writeFileSync(file, "");
  const secret = storedSecret(place, "session-secret");
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(storedSecret(place, "session-secret")).toBe(secret);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});
