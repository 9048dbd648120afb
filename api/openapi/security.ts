import { operationsIn } from "@/api/openapi/described-operations";

/** How operations that need a key describe it: one of the two headers. */
export const API_KEY_SECURITY = [{ ApiKey: [] }, { Bearer: [] }];

/** Registered in the document under `components.securitySchemes`. */
export const SECURITY_SCHEMES = {
  ApiKey: { type: "apiKey", in: "header", name: "X-API-KEY" },
  Bearer: { type: "http", scheme: "bearer", bearerFormat: "sk_…" },
} as const;

/**
 * Says of each operation of a document that names no key how it is called: with a key or without where a wrong one is
 * refused, without any elsewhere. A tool made from the document asks for a key otherwise, or never sends one.
 */
export function describeSecurity(paths: object): void {
  for (const operation of operationsIn(paths)) {
    const takesKey = operation.responses["401"]?.description?.includes("AUTH_FAILED") ?? false;
    operation.security ??= takesKey ? [{}, ...API_KEY_SECURITY] : [];
  }
}
