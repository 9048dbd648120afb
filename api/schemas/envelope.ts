import { z } from "@hono/zod-openapi";

export const envelopeSchema = z
  .object({
    payload: z.string().describe("Base64 of an in-toto statement in canonical JSON."),
    payloadType: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  })
  .openapi("DsseEnvelope");
