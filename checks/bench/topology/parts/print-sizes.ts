import fs from "node:fs";
import type { Topology } from "../topology";
import type { Program } from "./program";

const ESTABLISHED = "01";
const KIBIBYTES = 1_024;

/** What each process of the market has taken of the machine, after all that was asked of it. */
export function printSizes({ market, database, poolerPort }: Topology): void {
  const ports = new Set([poolerPort, ...database.nodes.map(({ port }) => port)]);
  console.log(
    "\n| process | MiB now | MiB at most | connections to the database |\n| --- | --- | --- | --- |",
  );
  for (const program of [...market.webs, ...market.workers, ...market.runners]) {
    const cells = [memory(program, "VmRSS"), memory(program, "VmHWM"), countConnections(program, ports)];
    console.log(`| ${program.name} | ${cells.join(" | ")} |`);
  }
}

/** Of the process alone, without the sandboxes below it. */
function memory({ pid }: Program, of: "VmRSS" | "VmHWM"): string {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = new RegExp(`^${of}:\\s+(\\d+)`, "m").exec(status)?.[1];
  return (Number(kibibytes) / KIBIBYTES).toFixed(0);
}

function countConnections({ pid }: Program, ports: ReadonlySet<number>): number {
  const sockets = new Set(
    fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = readLink(`/proc/${pid}/fd/${fd}`);
      return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
    }),
  );
  const lines = fs.readFileSync(`/proc/${pid}/net/tcp`, "utf8").trim().split("\n").slice(1);
  return lines.filter((line) => {
    const [, , remote = "", state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === ESTABLISHED && ports.has(parseInt(remote.split(":")[1] ?? "", 16)) && sockets.has(inode);
  }).length;
}

/** Empty where the file was closed meanwhile. */
function readLink(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}
