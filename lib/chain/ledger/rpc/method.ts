import type { Faucet } from "@/lib/chain/ledger/faucet";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import type { Params } from "@/lib/chain/ledger/rpc/params";

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
