import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { isTransactionSignature } from "@/lib/chain/solana/address";
import type { Commitment, Ledger } from "@/lib/chain/ledger/ledger";
import type { Faucet } from "@/lib/chain/ledger/faucet";

/** Codes of the JSON-RPC specification and of Solana's RPC (section "RPC errors" of its documentation). */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  unsupportedTransactionVersion: -32015,
} as const;

/** A refusal in the form clients of the RPC expect. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

const COMMITMENTS: ReadonlySet<unknown> = new Set(["processed", "confirmed", "finalized"]);

/** The positional parameters of one call, read with the checks and messages that clients expect. */
export class Params {
  constructor(private readonly values: readonly unknown[]) {}

  address(index: number): string {
    const value = this.values[index];
    if (isSolanaAddress(value)) return value;
    throw invalid(`parameter ${index}: expected a base58 address of 32 bytes`);
  }

  signature(index: number): string {
    const value = this.values[index];
    if (isTransactionSignature(value)) return value;
    throw invalid(`parameter ${index}: expected a base58 signature of 64 bytes`);
  }

  text(index: number, maxLength: number): string {
    const value = this.values[index];
    if (typeof value === "string" && value.length <= maxLength) return value;
    throw invalid(`parameter ${index}: expected a string of at most ${maxLength} characters`);
  }

  /** A count or an amount: a whole number that JSON tells exactly. */
  whole(index: number): number {
    const value = this.values[index];
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw invalid(`parameter ${index}: expected a whole number from 0 to 2^53-1`);
  }

  list(index: number, maxLength: number): readonly unknown[] {
    const value = this.values[index];
    if (Array.isArray(value) && value.length <= maxLength) return value;
    throw invalid(`parameter ${index}: expected a list of at most ${maxLength} items`);
  }

  /** The configuration object at `index`; an empty one when it is left out. */
  config(index: number): Config {
    const value = this.values[index] ?? {};
    if (typeof value === "string") return new Config({ encoding: value }); // the older form of getTransaction
    if (typeof value === "object" && !Array.isArray(value))
      return new Config(value as Record<string, unknown>);
    throw invalid(`parameter ${index}: expected a configuration object`);
  }
}

export class Config {
  constructor(private readonly members: Readonly<Record<string, unknown>>) {}

  commitment(name = "commitment"): Commitment {
    const value = this.members[name] ?? "finalized";
    if (COMMITMENTS.has(value)) return value as Commitment;
    throw invalid(`${name}: expected processed, confirmed or finalized`);
  }

  text(name: string): string | undefined {
    const value = this.members[name];
    return typeof value === "string" ? value : undefined;
  }

  flag(name: string): boolean {
    return this.members[name] === true;
  }

  whole(name: string): number | undefined {
    const value = this.members[name];
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
  }

  config(name: string): Config | undefined {
    const value = this.members[name];
    return typeof value === "object" && value !== null
      ? new Config(value as Record<string, unknown>)
      : undefined;
  }

  list(name: string): readonly unknown[] {
    const value = this.members[name];
    return Array.isArray(value) ? value : [];
  }
}

export function invalid(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidParams, `Invalid params: ${message}`);
}

export interface MethodContext {
  ledger: Ledger;
  faucet: Faucet;
}

export type Method = (params: Params, context: MethodContext) => unknown;
export type Methods = Readonly<Record<string, Method>>;

/** The envelope of values that are true as of a slot. */
export function atSlot<T>(ledger: Ledger, value: T) {
  return { context: { slot: ledger.slot(), apiVersion: "4.0.0" }, value };
}
