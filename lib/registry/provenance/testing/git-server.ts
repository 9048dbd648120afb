import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { PUBLIC_NETWORK, type NetworkPolicy } from "../smart-http/request";

export type Handler = (request: http.IncomingMessage, body: string) => Reply | Promise<Reply>;

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A server on this machine that answers as it is told, for one test file. */
export class GitServer {
  /** What was asked, in order: method and path. */
  readonly asked: string[] = [];
  handler: Handler = () => ({ status: 404 });
  private readonly server = http.createServer((request, response) => {
    void this.answer(request, response);
  });

  constructor() {
    beforeAll(() => new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done)));
    afterAll(
      () =>
        new Promise<unknown>((done) => {
          this.server.close(done);
          this.server.closeAllConnections();
        }),
    );
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    this.asked.push(`${request.method} ${request.url}`);
    const reply = await this.handler(request, body);
    response.writeHead(reply.status ?? 200, reply.headers ?? {});
    response.end(reply.body);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

/** The policy of every day, but for this machine, which is where tests run. */
export const LOOPBACK: NetworkPolicy = {
  ...PUBLIC_NETWORK,
  protocols: ["http:"],
  isAllowedAddress: (address) => address === "127.0.0.1",
};

/** Lines as packets, "" for a flush. */
export function packets(...lines: string[]): string {
  return lines
    .map((line) =>
      line === "" ? "0000" : (Buffer.byteLength(line) + 5).toString(16).padStart(4, "0") + line + "\n",
    )
    .join("");
}

export const ADVERTISEMENT = { "content-type": "application/x-git-upload-pack-advertisement" };
export const RESULT = { "content-type": "application/x-git-upload-pack-result" };
