import fs from "node:fs";
import path from "node:path";
import { fastTempDirectory } from "@/scripts/fast-temp-directory";
import type { Program } from "./program";
import { spawnSync } from "node:child_process";
import { Stop } from "@/scripts/explain";

const PROGRAMS = ["haproxy", "pgbouncer", "patroni", "etcd", "setpriv", "openssl"];
const PLACES = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/sbin", "/bin"];
const POSTGRES = "/usr/lib/postgresql";
const COMMAND =
  "apt-get install --no-install-recommends haproxy pgbouncer patroni etcd-server etcd-client postgresql";

interface Installed {
  /** Where the programs of the newest PostgreSQL are. */
  postgres: string;
  /** Whom databases and poolers run as where we are root; they refuse that. */
  user: { uid: number; gid: number } | undefined;
}

/** What the machine has; throws Stop with the command that installs what it lacks. */
function findInstalled(): Installed {
  const missing = PROGRAMS.filter((name) => !PLACES.some((place) => fs.existsSync(path.join(place, name))));
  const versions = fs.existsSync(POSTGRES) ? fs.readdirSync(POSTGRES).map(Number) : [];
  const [newest] = versions
    .filter((version) => fs.existsSync(`${POSTGRES}/${version}/bin/pg_rewind`))
    .toSorted((a, b) => b - a);
  if (newest === undefined) missing.push("postgresql");
  if (missing.length > 0)
    throw new Stop(`This machine lacks ${missing.join(", ")}. On Debian: ${COMMAND}. See deploy/README.md.`);
  return {
    postgres: `${POSTGRES}/${newest}/bin`,
    user: process.getuid?.() === 0 ? postgresUser() : undefined,
  };
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

const MOST_BYTES = 3 * 1024 ** 3;

/** Where the parts of one run keep their files, and who stops them. */
export class Place {
  readonly installed: Installed;
  readonly directory: string;
  readonly #programs: Program[] = [];
  readonly #leftovers: (() => void)[] = [];
  #removes = true;

  constructor() {
    this.installed = findInstalled();
    this.directory = fs.mkdtempSync(path.join(fastTempDirectory(MOST_BYTES), "emporion-topology-"));
    fs.chmodSync(this.directory, 0o755);
  }

  /** An empty folder, of the user that databases run as where `ofPostgres`. */
  folder(name: string, { ofPostgres = false } = {}): string {
    const folder = path.join(this.directory, name);
    fs.mkdirSync(folder, { mode: 0o700 });
    this.#give(folder, ofPostgres);
    return folder;
  }

  /** Writes a file that only its owner can read. */
  file(name: string, text: string, { ofPostgres = false } = {}): string {
    const file = path.join(this.directory, name);
    fs.writeFileSync(file, text, { mode: 0o600 });
    this.#give(file, ofPostgres);
    return file;
  }

  #give(entry: string, ofPostgres: boolean): void {
    const { user } = this.installed;
    if (ofPostgres && user) fs.chownSync(entry, user.uid, user.gid);
  }

  /** Has these stopped at the end; `leftovers` ends what may have been left behind by them. */
  keep(programs: readonly Program[], leftovers: () => void = () => {}): void {
    this.#programs.push(...programs);
    this.#leftovers.push(leftovers);
  }

  /** What the processes have said stays, for who looks for a fault. */
  keepLogs(): void {
    this.#removes = false;
    console.log(`What each process said is in ${this.directory}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop()));
    for (const end of this.#leftovers) end();
    if (this.#removes) fs.rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
