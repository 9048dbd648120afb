import { accountMethods } from "@/lib/ledger/rpc/account-methods";
import { clusterMethods } from "@/lib/ledger/rpc/cluster-methods";
import type { MethodContext, Methods } from "@/lib/ledger/rpc/method";
import { Params } from "@/lib/ledger/rpc/params";
import { RPC_CODES, RpcError } from "@/lib/ledger/rpc/rpc-error";
import { transactionMethods } from "@/lib/ledger/rpc/transaction-methods";
import { logger } from "@/lib/kernel/observability/logger";

/** Every method the local ledger knows. */
const METHODS: Methods = { ...clusterMethods, ...accountMethods, ...transactionMethods };

const MAX_BATCH = 50;

/** The JSON-RPC 2.0 answer to the text of a request; never throws. */
export function answer(text: string, context: MethodContext): string {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return JSON.stringify(failure(null, new RpcError(RPC_CODES.parseError, "Parse error")));
  }
  if (!Array.isArray(request)) return JSON.stringify(answerOne(request, context));
  if (request.length === 0 || request.length > MAX_BATCH) {
    const message = `Invalid request: a batch has 1 to ${MAX_BATCH} calls, found ${request.length}`;
    return JSON.stringify(failure(null, new RpcError(RPC_CODES.invalidRequest, message)));
  }
  return JSON.stringify(request.map((each) => answerOne(each, context)));
}

function answerOne(request: unknown, context: MethodContext): object {
  const {
    id = null,
    method,
    params,
  } = (typeof request === "object" && request !== null ? request : {}) as {
    id?: unknown;
    method?: unknown;
    params?: unknown;
  };
  try {
    if (typeof method !== "string") throw new RpcError(RPC_CODES.invalidRequest, "Invalid request");
    if (!Object.hasOwn(METHODS, method)) throw new RpcError(RPC_CODES.methodNotFound, "Method not found");
    const result = METHODS[method]?.(new Params(Array.isArray(params) ? params : []), context);
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    logger.error({ error, method }, "the local ledger failed on a call");
    return failure(id, new RpcError(RPC_CODES.internal, "Internal error"));
  }
}

function failure(id: unknown, error: RpcError): object {
  const { code, message, data } = error;
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}
