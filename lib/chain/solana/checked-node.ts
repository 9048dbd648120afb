import type { z } from "zod";
import { DomainError } from "@/lib/kernel/errors";
import { NodeRefusal, type JsonRpc } from "@/lib/chain/solana/json-rpc";

/** Questions to one node, whose answers must have the form that is expected of them. */
export class CheckedNode {
  constructor(private readonly node: JsonRpc) {}

  /**
   * A node that refuses a question, or answers it in another form, is as good as one that does not
   * answer: LEDGER_UNAVAILABLE.
   */
  async ask<T extends z.ZodType>(form: T, method: string, ...params: unknown[]): Promise<z.output<T>> {
    const result = await this.node.ask(method, params).catch((error: unknown) => {
      throw unavailable(error);
    });
    return this.read(() => form.parse(result));
  }

  /** What a reading throws is LEDGER_UNAVAILABLE too. */
  read<T>(reading: () => T): T {
    try {
      return reading();
    } catch (error) {
      throw unavailable(error);
    }
  }
}

/** With what a node says that has not come to the slot it is asked about. */
export const isBehind = (error: unknown) => hasRefused(error, /minimum context slot/i);

/** With what a node says of a transaction that is of a version it was not asked for. */
export const isOfUnknownVersion = (error: unknown) =>
  hasRefused(error, /transaction version .* is not supported/i);

const hasRefused = (error: unknown, sentence: RegExp) =>
  error instanceof DomainError && error.cause instanceof NodeRefusal && sentence.test(error.cause.message);

const unavailable = (cause: unknown) =>
  new DomainError("LEDGER_UNAVAILABLE", "The Solana node did not answer. Nothing was charged by asking.", {
    cause,
  });
