import net from "node:net";
import { quantile } from "../quantile";
import type { Asked } from "./kinds";

export interface Figures {
  perSecond: number;
  p95Ms: number;
}

const CODINGS = "gzip, br";
/** Of one connection. */
const CALLERS = 64;
const WARM_UP_MS = 500;
const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";
const OK = /^HTTP\/1\.1 200 /;

/**
 * Asks for one address over so many connections, on each the next time when the last answer is whole. Plain sockets:
 * a client of HTTP would cost more than what is measured. Throws for any answer but 200.
 */
export async function load(
  url: string,
  {
    connections,
    seconds,
    onAnswer = () => {},
    post,
  }: { connections: number; seconds: number; onAnswer?: () => void; post?: Asked["post"] },
): Promise<Figures> {
  const begun = performance.now() + WARM_UP_MS;
  const end = begun + seconds * 1_000;
  const times: number[] = [];
  const ask = async (caller: number) => {
    const connection = await Connection.open(url, caller, post);
    for (let asked = performance.now(); asked < end;) {
      await connection.ask();
      onAnswer();
      const answered = performance.now();
      if (asked >= begun && answered <= end) times.push(answered - asked);
      asked = answered;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => ask(i)));
  return { perSecond: times.length / seconds, p95Ms: quantile(times, 0.95) };
}

/** One connection, on which one request is under way at a time. */
class Connection {
  #missing: number | "head" | "last chunk" = "head";
  #tail = "";
  #asked = 0;
  #answered: { resolve: () => void; reject: (error: Error) => void } | undefined;

  private constructor(
    private readonly socket: net.Socket,
    /** The same one for several callers, who take turns. */
    private readonly requests: readonly Buffer[],
  ) {
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("error", (error) => this.#answered?.reject(error));
    socket.on("close", () => this.#answered?.reject(new Error("the connection was closed")));
  }

  /** Each connection has callers of its own, for a server that counts them. */
  static async open(url: string, connection: number, post?: Asked["post"]): Promise<Connection> {
    const { hostname, port, host, pathname, search } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", () => resolve());
      socket.once("error", reject);
    });
    const requests = Array.from({ length: CALLERS }, (_, caller) => {
      const lines = [
        `${post ? "POST" : "GET"} ${pathname}${search} HTTP/1.1`,
        `host: ${host}`,
        `accept-encoding: ${CODINGS}`,
        `x-forwarded-for: 198.18.${connection}.${caller}`,
        ...Object.entries(post?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
        ...(post ? [`content-length: ${Buffer.byteLength(post.body)}`] : []),
      ];
      return Buffer.from(lines.join("\r\n") + HEAD_END + (post?.body ?? ""));
    });
    return new Connection(socket, requests);
  }

  ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#missing = "head";
      this.#tail = "";
      this.socket.write(this.requests[this.#asked++ % CALLERS] ?? "");
    });
  }

  close(): void {
    this.#answered = undefined;
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (typeof this.#missing === "number") this.#missing -= chunk.length;
    else this.#tail += chunk.toString("latin1");
    if (this.#missing === "head") this.#readHead();
    if (this.#missing === "last chunk" && !this.#tail.endsWith(LAST_CHUNK))
      this.#tail = this.#tail.slice(-LAST_CHUNK.length);
    else if (this.#missing === "last chunk" || this.#missing === 0) this.#end();
  }

  #readHead(): void {
    const at = this.#tail.indexOf(HEAD_END);
    if (at === -1) return;
    const head = this.#tail.slice(0, at);
    if (!OK.test(head)) return this.#answered?.reject(new Error(head.split("\r\n", 1)[0]));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    this.#missing =
      length === undefined ? "last chunk" : Number(length) - (this.#tail.length - at - HEAD_END.length);
  }

  #end(): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.resolve();
  }
}
