import net, { type AddressInfo } from "node:net";

/** A way to a server that can be closed, or swallow what is sent, while the server stays as it is. */
export interface Relay {
  port: number;
  set(state: "open" | "silent" | "closed"): void;
  close(): Promise<void>;
}

export async function startRelay(toPort: number): Promise<Relay> {
  const sockets = new Set<net.Socket>();
  let state: "open" | "silent" | "closed" = "open";
  const relay = net.createServer((near) => {
    if (state === "closed") return near.destroy();
    const far = net.connect(toPort, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
      one.on("data", (part) => state === "open" && other.write(part));
    }
    return undefined;
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  return {
    port: (relay.address() as AddressInfo).port,
    set(next) {
      state = next;
      if (state === "closed") for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}
