import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** What the endpoint was asked, with its key. */
export interface AskedOfModel {
  path: string;
  key: string | undefined;
  body: Record<string, unknown>;
}

export interface GivenByModel {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Null: no answer comes. */
type Answer = (asked: AskedOfModel) => GivenByModel | null | Promise<GivenByModel | null>;

/**
 * A model endpoint of the calling test file, on this machine. It answers with what `answer` gives, which each test
 * begins with anew. The settings `<prefix>_URL`, `_MODEL` (fixed) and `_KEY` (key-of-the-model) name it.
 */
export function testModel(prefix: string, rightly: Answer): { asked: AskedOfModel[]; answer: Answer } {
  const model: { asked: AskedOfModel[]; answer: Answer } = { asked: [], answer: rightly };
  const names = ["URL", "MODEL", "KEY"].map((name) => `${prefix}_${name}`);
  const server = http.createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      const body = JSON.parse(text) as Record<string, unknown>;
      const asked = { path: request.url ?? "", key: request.headers.authorization, body };
      model.asked.push(asked);
      const given = await model.answer(asked);
      if (given) response.writeHead(given.status, { ...JSON_TYPE, ...given.headers }).end(given.body);
    })();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    for (const [place, value] of [url, "fixed", "key-of-the-model"].entries())
      process.env[names[place]!] = value;
  });
  afterAll(async () => {
    for (const name of names) delete process.env[name];
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    model.asked.length = 0;
    model.answer = rightly;
  });
  return model;
}

const JSON_TYPE = { "content-type": "application/json" };
