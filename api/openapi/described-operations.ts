import { METHODS } from "node:http";

const METHOD_NAMES = new Set(METHODS.map((method) => method.toLowerCase()));

/** An answer as an OpenAPI document has it. */
export interface DescribedAnswer {
  description?: string;
  headers?: Record<string, unknown>;
}

/** The members of an operation in an OpenAPI document that are completed once all routes are known. */
export interface DescribedOperation {
  operationId?: string;
  security?: object[];
  parameters?: { in: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, DescribedAnswer>;
}

/** The operations of a document's `paths`, in their order. */
export function operationsIn(paths: object): DescribedOperation[] {
  return Object.values(paths).flatMap((item: Record<string, DescribedOperation>) =>
    Object.entries(item).flatMap(([method, operation]) => (METHOD_NAMES.has(method) ? [operation] : [])),
  );
}
