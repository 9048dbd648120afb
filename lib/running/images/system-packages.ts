import { execFile } from "node:child_process";
import fs from "node:fs";
import { promisify } from "node:util";
import { NO_ENVIRONMENT } from "../runners/no-environment";

const DPKG_QUERY = "/usr/bin/dpkg-query";
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Needed by the system, not by a skill. */
const LEFT_OUT = new Set(["dpkg", "debconf", "base-files", "perl-base", "install-info"]);

export interface SystemPackages {
  /** Names with versions: the same text means the same files. */
  readonly versions: readonly string[];
  /** Every path the packages own. */
  readonly paths: readonly string[];
}

/** Installed packages and all they depend on; null where packages are not managed by dpkg. */
export async function findSystemPackages(wanted: readonly string[]): Promise<SystemPackages | null> {
  if (!fs.existsSync(DPKG_QUERY)) return null;
  const installed = await listInstalled();
  const names = closureOf(wanted, installed);
  if (names.length === 0) return null;
  const versions = names.map((name) => `${name} ${installed.get(name)?.version ?? ""}`);
  const owned = await query(["-L", ...names.map((name) => installed.get(name)?.fullName ?? name)]);
  const paths = [...new Set(owned.split("\n").filter((line) => line.startsWith("/")))];
  return { versions, paths: paths.toSorted() };
}

interface Installed {
  readonly fullName: string;
  readonly version: string;
  readonly needs: readonly string[];
}

async function listInstalled(): Promise<Map<string, Installed>> {
  const format =
    "${Package}\\t${binary:Package}\\t${Version}\\t${Pre-Depends},${Depends}\\t${db:Status-Status}\\n";
  const installed = new Map<string, Installed>();
  for (const line of (await query(["-W", "-f", format])).split("\n")) {
    const [name = "", fullName = "", version = "", needs = "", status] = line.split("\t");
    if (status !== "installed" || installed.has(name)) continue;
    installed.set(name, { fullName, version, needs: needs.split(/[,|]/).map(nameOf).filter(Boolean) });
  }
  return installed;
}

// `libc6 (>= 2.36)`, `python3:any`.
const nameOf = (need: string) => /^\s*([^\s(:]+)/.exec(need)?.[1] ?? "";

function closureOf(wanted: readonly string[], installed: ReadonlyMap<string, Installed>): string[] {
  const found = new Set<string>();
  const open = wanted.filter((name) => installed.has(name));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || LEFT_OUT.has(name)) continue;
    found.add(name);
    open.push(...(installed.get(name)?.needs ?? []).filter((need) => installed.has(need)));
  }
  return [...found].toSorted();
}

async function query(options: readonly string[]): Promise<string> {
  const limits = { env: NO_ENVIRONMENT, maxBuffer: MAX_OUTPUT_BYTES };
  return (await promisify(execFile)(DPKG_QUERY, [...options], limits)).stdout;
}
