import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Stop } from "@/scripts/explain";

const PROGRAMS = ["haproxy", "pgbouncer", "patroni", "etcd", "setpriv", "openssl"];
const PLACES = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/sbin", "/bin"];
const POSTGRES = "/usr/lib/postgresql";
const COMMAND =
  "apt-get install --no-install-recommends haproxy pgbouncer patroni etcd-server etcd-client postgresql";

export interface Installed {
  /** Where the programs of the newest PostgreSQL are. */
  postgres: string;
  /** Whom databases and poolers run as where we are root; they refuse that. */
  user: { uid: number; gid: number } | undefined;
}

/** What the machine has; throws Stop with the command that installs what it lacks. */
export function findInstalled(): Installed {
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
