/** How operations that need a key describe it: one of the two headers. */
export const API_KEY_SECURITY = [{ ApiKey: [] }, { Bearer: [] }];

/** Registered in the document under `components.securitySchemes`. */
export const SECURITY_SCHEMES = {
  ApiKey: { type: "apiKey", in: "header", name: "X-API-KEY" },
  Bearer: { type: "http", scheme: "bearer", bearerFormat: "sk_…" },
} as const;
