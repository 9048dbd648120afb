import fs from "node:fs";
import { database } from "@/lib/db/client";
import { request } from "../request";
import { READS_OF_SKILL } from "./kinds";
import type { WebProcess } from "./market";

const TICK_MS = 10; // of /proc/<pid>/stat, on every Linux this runs on
const MEBIBYTE = 1024;

/** Processor time a process has used so far, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory of a process that is resident now, in mebibytes. */
export function residentMiB(pid: number): number {
  const [, kibibytes = "0"] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kibibytes) / MEBIBYTE);
}

const READS = Number(process.env["READS_MIXED"] ?? 100_000);
const AT_ONCE = 16;
const LOOKS = 10;

/** Prints the memory of a web process before, during and after mixed reads of many skills. */
export async function measureMemory(web: WebProcess): Promise<void> {
  const rows = await database().skill.findMany({
    where: { latestVersionId: { not: null } },
    select: { slug: true },
  });
  const slugs = rows.map(({ slug }) => slug);
  const figures = [residentMiB(web.pid)];
  const started = performance.now();
  for (let look = 0; look < LOOKS; look++) {
    const part = Math.ceil(READS / LOOKS);
    let next = look * part;
    const end = next + part;
    const reader = async () => {
      while (next < end) await readOne(web, slugs, next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
    figures.push(residentMiB(web.pid));
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(
    `\n${READS} mixed reads of ${slugs.length} skills in ${seconds} s; resident memory of the web process, MiB:`,
  );
  console.log(`before ${figures[0]}; after each tenth ${figures.slice(1).join(", ")}`);
}

/** All skills in an order without a pattern, the same every time: each read is of another one. */
const STRIDE = 7_919;

async function readOne({ url }: WebProcess, slugs: readonly string[], at: number): Promise<void> {
  const slug = slugs[(at * STRIDE) % slugs.length] ?? "";
  const path = READS_OF_SKILL[at % READS_OF_SKILL.length]?.(slug) ?? "/";
  const caller = `198.18.${(at >> 8) & 255}.${at & 255}`;
  const { status } = await request(url + path, { headers: { "x-forwarded-for": caller } });
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
}
