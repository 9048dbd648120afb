import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { quoteSchema, toQuoteJson } from "@/api/schemas/call";
import { idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { getQuote } from "@/lib/payments/quotes/get-quote";

const route = createRoute({
  method: "get",
  path: "/v1/quotes/{id}",
  operationId: "getQuote",
  tags: ["Calling"],
  summary: "How a quote stands",
  description: "Terms and state only; the input of the call is not shown.",
  request: { params: z.object({ id: idParameter }) },
  responses: {
    200: jsonContent(z.object({ quote: quoteSchema }), "The quote."),
    ...problems("REQUEST_INVALID", "QUOTE_NOT_FOUND"),
  },
});

export const getQuoteOperation = defineOperation(route, async (c) => {
  const quote = await getQuote(c.req.valid("param").id);
  return sendJson(c, { quote: await toQuoteJson(quote) });
});
