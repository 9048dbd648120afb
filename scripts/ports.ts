// Ports of this machine: who listens, and who may.
import { randomInt } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import { Stop } from "./explain.ts";

/** True when something accepts connections on the port of this machine. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

const REFUSED: Record<string, string> = {
  EADDRINUSE: "is taken: stop what runs there, or set {name} to another number",
  EACCES: "is not for this user: set {name} to a number above 1023",
  EADDRNOTAVAIL: "is not at {host}, which is no address of this machine: correct HOST",
  ENOTFOUND: "is not at {host}, which is no address of this machine: correct HOST",
};

/** Throws Stop, with the setting to change, unless this process may listen on the port. */
export async function assertFree(
  port: number,
  { name, host = "127.0.0.1" }: { name: string; host?: string },
): Promise<void> {
  // Some systems let a second process listen beside a first one that listens on every address.
  const code = (await answers(port)) ? "EADDRINUSE" : await tryToListen(port, host);
  if (code === null) return;
  const why = (REFUSED[code] ?? `cannot be used (${code}): set {name} to another number`)
    .replace("{name}", name)
    .replace("{host}", host);
  throw new Stop(`Port ${port} ${why}.`);
}

/** The code of what keeps this process from listening; null where it may. */
function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = net.createServer().once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

const FIRST_PORT = 10_000;
const EPHEMERAL_RANGE = "/proc/sys/net/ipv4/ip_local_port_range";
const FIRST_EPHEMERAL = 32_768; // of Linux; that of other systems is higher

/**
 * A port of this machine that nobody listens on. It lies below those that the system gives to connections: the
 * port is used a moment later, and a connection made in between (to a database, say) could be given it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, firstEphemeral());
    if ((await tryToListen(port, "127.0.0.1")) === null) return port;
  }
}

function firstEphemeral(): number {
  const first = fs.existsSync(EPHEMERAL_RANGE)
    ? parseInt(fs.readFileSync(EPHEMERAL_RANGE, "utf8"))
    : FIRST_EPHEMERAL;
  return first > FIRST_PORT ? first : FIRST_EPHEMERAL;
}
