// node scripts/process-on-port.ts PORT: the id of the process that listens there (Linux; for tests that end it).
import fs from "node:fs";

const port = Number(process.argv[2]);
const LISTEN = "0A";

const lines = ["/proc/net/tcp", "/proc/net/tcp6"]
  .filter((file) => fs.existsSync(file))
  .flatMap((file) => fs.readFileSync(file, "utf8").split("\n").slice(1));
const sockets = new Set(
  lines
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === LISTEN && parseInt(columns[1]?.split(":")[1] ?? "", 16) === port)
    .map((columns) => `socket:[${columns[9]}]`),
);

for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
  try {
    const open = fs.readdirSync(`/proc/${pid}/fd`).map((fd) => fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
    if (open.some((target) => sockets.has(target))) console.log(pid);
  } catch {
    // ended meanwhile, or another user's
  }
}
