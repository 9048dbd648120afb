// Ports of this machine: who listens, and who may.
import net from "node:net";
import { Stop } from "./explain.mjs";

/** True when something accepts connections on the port of this machine. */
export function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

const REFUSED = {
  EADDRINUSE: "is taken: stop what runs there, or set {name} to another number",
  EACCES: "is not for this user: set {name} to a number above 1023",
  EADDRNOTAVAIL: "is not at {host}, which is no address of this machine: correct HOST",
  ENOTFOUND: "is not at {host}, which is no address of this machine: correct HOST",
};

/** Throws Stop, with the setting to change, unless this process may listen on the port. */
export async function assertFree(port, { name, host = "127.0.0.1" }) {
  // Some systems let a second process listen beside a first one that listens on every address.
  const code = (await answers(port)) ? "EADDRINUSE" : await tryToListen(port, host);
  if (code === null) return;
  const why = (REFUSED[code] ?? `cannot be used (${code}): set {name} to another number`)
    .replace("{name}", name)
    .replace("{host}", host);
  throw new Stop(`Port ${port} ${why}.`);
}

function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer().once("error", ({ code }) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** A port of this machine that nobody listens on. */
export function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
