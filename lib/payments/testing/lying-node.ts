import http from "node:http";
import { afterAll, beforeAll } from "vitest";

/**
 * What the node says instead of `result`; `undefined` lets the true answer through, a thrown error is the
 * node's refusal.
 */
export type Lie = (params: unknown[], result: unknown) => unknown;

/** A node in front of another that answers some methods as a test tells it to, and all others truly. */
export class LyingNode {
  readonly lies = new Map<string, Lie>();
  /** What goes on elsewhere while the answer to a method is on its way. */
  readonly delays = new Map<string, () => Promise<void>>();
  url = "";
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  /** `truth` is asked for the address of the honest node when the tests begin. */
  constructor(private readonly truth: () => string) {
    beforeAll(async () => {
      await new Promise<void>((resolve) => void this.server.listen(0, "127.0.0.1", resolve));
      this.url = `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
    });
    afterAll(() => void this.server.close());
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params?: unknown[] };
    const headers = { "content-type": "application/json" };
    const honest = await fetch(this.truth(), { method: "POST", headers, body });
    if (!honest.ok) return void response.writeHead(honest.status).end(await honest.text());
    const said = (await honest.json()) as { result?: unknown; error?: unknown };
    await this.delays.get(method)?.();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(this.change(said, { id, method, params: params ?? [] })));
  }

  private change(
    said: { result?: unknown; error?: unknown },
    { id, method, params }: { id: number; method: string; params: unknown[] },
  ): object {
    try {
      const lie = this.lies.get(method)?.(params, said.result);
      return lie === undefined ? said : { jsonrpc: "2.0", id, result: lie };
    } catch (error) {
      return { jsonrpc: "2.0", id, error: { code: -32_000, message: (error as Error).message } };
    }
  }
}
