import type { Market } from "@/checks/conformance/adapters/settlement/market";
import { send, signFor } from "./sell";
import type { Mode, Shop } from "./shops";
import fs from "node:fs";
import { database } from "@/lib/db/client";

/** Hands one payment in `atOnce` times at the same moment, then once more; returns how many grants it got. */
export async function race(shop: Shop, market: Market, mode: Mode, atOnce: number): Promise<number> {
  const asked = await shop.ask();
  const raw = signFor(asked.terms, market);
  if (mode === "push") await send([{ raw }], market);
  const grants = await Promise.all(Array.from({ length: atOnce }, () => asked.pay(raw, mode)));
  grants.push(await asked.pay(raw, mode));
  return new Set(grants.filter((grant) => grant !== null)).size;
}

const TICK_MS = 10; // of /proc/<pid>/stat, on every Linux this runs on

/** Processor time that the database's processes have used so far, by process; empty where there is no /proc. */
export async function postgresCpu(): Promise<Map<number, number>> {
  const rows = await database().$queryRaw<{ pid: number }[]>`select pid from pg_stat_activity`;
  const used = new Map<number, number>();
  for (const { pid } of rows) {
    const file = `/proc/${pid}/stat`;
    if (!fs.existsSync(file)) continue;
    const fields = fs.readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
    used.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK_MS);
  }
  return used;
}

/** What was used between two looks; a process that ended between them is not counted. */
export function cpuBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
