import { request, type Answer } from "../../request";

export type Ask = typeof request;

/** From then on a request is as good as unanswered for whoever waits. */
const TIMEOUT_MS = 30_000;
const SERVER_FAULT = 500;

/** Requests of one row, and what became of them. */
export class Counted {
  sent = 0;
  failed = 0;
  /** How often each way of failing was seen. */
  readonly reasons = new Map<string, number>();

  /** Sends one request. What is not answered, or says that the market cannot, has failed. */
  readonly ask: Ask = async (url, options) => {
    this.sent++;
    try {
      const answer = await request(url, { timeoutMs: TIMEOUT_MS, ...options });
      if (answer.status >= SERVER_FAULT) this.#note(`${answer.status} ${codeOf(answer)}`);
      return answer;
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };

  #note(reason: string): void {
    this.failed++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }
}

const codeOf = ({ body }: Answer): string => /"error_code":"(\w+)"/.exec(body)?.[1] ?? "without a code";
