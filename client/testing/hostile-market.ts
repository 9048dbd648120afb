import http from "node:http";
import type { AddressInfo } from "node:net";
import { VersionedTransaction } from "@solana/web3.js";
import { beforeAll, beforeEach } from "vitest";
import { honestAnswers, type Answers } from "@/client/testing/hostile-answers";

/** A market that answers whatever a test likes, and another host, which nobody who pays has a reason to ask. */
export class HostileMarket {
  answers: Answers = honestAnswers();
  /** What is answered in place of JSON to the end of an address. */
  instead: Record<string, (response: http.ServerResponse) => void> = {};
  asked: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  askedElsewhere = 0;
  url = "";
  elsewhere = "";

  /** Make it at the top of a test file. Each test begins with honest answers. */
  constructor() {
    beforeAll(async () => {
      const market = http.createServer((request, response) => void this.#answer(request, response));
      const other = http.createServer((_, response) => {
        this.askedElsewhere++;
        response.end(honestAnswers().offer);
      });
      [this.url = "", this.elsewhere = ""] = await Promise.all([market, other].map(listen));
      return () => {
        for (const server of [market, other]) {
          server.closeAllConnections();
          server.close();
        }
      };
    });
    beforeEach(() => {
      [this.answers, this.instead, this.asked, this.askedElsewhere] = [honestAnswers(), {}, [], 0];
    });
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { pathname } = new URL(request.url ?? "", this.url);
    this.asked.push({ url: pathname, headers: request.headers, body });
    const end = pathname.split("/").at(-1) ?? "";
    if (this.instead[end]) return this.instead[end](response);
    const byEnd: Record<string, string> = {
      info: this.answers.info,
      quotes: this.answers.offer,
      payment: '{"quote":{"state":"GRANTED"}}',
      run: '{"run":{"state":"DONE","output":"done","receipt_id":"rcp_1"}}',
    };
    response.setHeader("content-type", "application/json");
    response.end(byEnd[end] ?? this.answers.skill);
  }

  /** The payment that the market has got, null for none. */
  handedIn(): VersionedTransaction | null {
    const payment = this.asked.find(({ url }) => url.endsWith("/payment"));
    if (!payment) return null;
    const { transaction } = JSON.parse(payment.body) as { transaction: string };
    return VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  }
}

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
