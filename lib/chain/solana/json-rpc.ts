import { randomInt } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";
import { readBounded } from "@/lib/kernel/read-bounded";
import { Gauge, Histogram } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

/** No answer to a question of the market comes near this. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Shorter than servers keep an idle connection, so that it is rarely they who close it. */
const IDLE_MS = 4_000;
const CLOSED: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE"]);
const JSON_TYPE = "application/json";

/** What a node said instead of a result; its sentence is what clients go by. */
export class NodeRefusal extends Error {}

/** Thrown for a node that could not be asked, or whose answer is no JSON-RPC answer. */
export class NodeUnreachable extends Error {}

/**
 * JSON-RPC 2.0 over HTTP connections that are kept open, one request for each question. Bounded in time and in the size
 * of the answer. `result` is whatever the node says: who asks checks its form.
 */
export class JsonRpc {
  private readonly begin: typeof http.request;
  private readonly target: http.RequestOptions;
  private readonly agent: http.Agent;
  /** Begins anywhere, so that an answer to another process is not taken for one to this. */
  private asked = randomInt(2 ** 40);

  constructor(
    url: string,
    private readonly timeoutMs: number,
  ) {
    this.target = { ...urlToHttpOptions(new URL(url)), method: "POST" };
    const { Agent, request } = this.target.protocol === "https:" ? https : http;
    this.begin = request;
    this.agent = new Agent({
      keepAlive: true,
      timeout: IDLE_MS,
    });
  }

  /**
   * The result. Throws `NodeRefusal` with the node's sentence, `NodeUnreachable` for anything else that is no result.
   */
  async ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = ++this.asked;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const startedMs = performance.now();
    const told = (outcome: "answered" | "refused" | "unreachable") => {
      ledgerSeconds.observe({ outcome }, (performance.now() - startedMs) / 1000);
      ledgerUp.set(outcome === "unreachable" ? 0 : 1);
    };
    let answer: Answer;
    try {
      answer = readAnswer(await this.post(body), id);
    } catch (error) {
      told("unreachable");
      throw error;
    }
    told(answer.error ? "refused" : "answered");
    if (answer.error) throw new NodeRefusal(String(answer.error.message));
    return answer.result;
  }

  private async post(body: string): Promise<string> {
    const text = (await this.send(body, this.agent)) ?? (await this.send(body, false));
    if (text === null) throw new NodeUnreachable("The node closes its connections.");
    return text;
  }

  /**
   * Null when the node closed a kept connection just as it was used. It has answered nothing then, and every question
   * of ours may be asked twice; `agent: false` asks on a connection of its own.
   */
  private send(body: string, agent: http.Agent | false): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const headers = { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(body) };
      const request = this.begin({ ...this.target, agent, headers }, (response) =>
        resolve(collect(response)),
      );
      const timer = setTimeout(() => request.destroy(new Error("The node took too long.")), this.timeoutMs);
      request.on("close", () => clearTimeout(timer));
      request.on("error", (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && CLOSED.has(error.code)) resolve(null);
        else reject(new NodeUnreachable(error.message, { cause: error }));
      });
      request.end(body);
    });
  }
}

async function collect(response: http.IncomingMessage): Promise<string> {
  const bytes = await readBounded(response, MAX_ANSWER_BYTES).catch((cause: unknown) => {
    throw new NodeUnreachable(String(cause), { cause });
  });
  if (bytes === null) throw new NodeUnreachable(`The answer is above ${MAX_ANSWER_BYTES} bytes.`);
  const text = bytes.toString("utf8");
  if (response.statusCode === 200) return text;
  throw new NodeUnreachable(`The node answered ${response.statusCode}: ${text.slice(0, 200)}`);
}

interface Answer {
  id?: unknown;
  result?: unknown;
  error?: { message?: unknown } | null;
}

/** A node need not name the question it could not read; one that names another has answered somebody else. */
function readAnswer(text: string, id: number): Answer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new NodeUnreachable("The node's answer is not JSON.", { cause });
  }
  const known = typeof answer === "object" && answer !== null && ("result" in answer || "error" in answer);
  if (!known) throw new NodeUnreachable("The node's answer is no JSON-RPC answer.");
  const read = answer as Answer;
  if ((read.id ?? id) !== id) throw new NodeUnreachable("The node answers another question.");
  return read;
}

const registers = [metrics];

const ledgerSeconds = new Histogram({
  name: "emporion_ledger_seconds",
  help: "How long the Solana node took, by what came of it: answered, refused, unreachable.",
  labelNames: ["outcome"],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const ledgerUp = new Gauge({
  name: "emporion_ledger_up",
  help: "1 while the Solana node answers what this process asks, 0 when it did not the last time.",
  registers,
});
