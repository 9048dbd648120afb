import { operationsIn } from "@/api/openapi/described-operations";
import { MPP_CURRENCY, MPP_INTENT, MPP_METHOD } from "@/lib/payments/rails/mpp/challenge";

/**
 * What the calls of all skills have in common. `amount` is null because each skill has its own price; the 402 names it.
 */
const OFFERS = [
  {
    intent: MPP_INTENT,
    method: MPP_METHOD,
    amount: null,
    currency: MPP_CURRENCY,
    description: "The price of the skill, in lamports, straight to its creator. A free skill runs without.",
  },
];
/** Operations that ask for payment with a challenge, and are paid by being sent again. */
const PAYABLE = new Set(["callSkill"]);

/**
 * Says in a document what can be paid for, to programs that look for it before they ask: `x-service-info`, and
 * `x-payment-info` of each payable operation (draft-payment-discovery-01). `url` is the market's public address.
 */
export function describePayments(document: { paths?: object }, url: string): void {
  Object.assign(document, {
    "x-service-info": {
      categories: ["developer-tools", "compute"],
      docs: { homepage: `${url}/docs/payment`, apiReference: `${url}/docs/api`, llms: `${url}/llms.txt` },
    },
  });
  for (const operation of operationsIn(document.paths ?? {})) {
    if (PAYABLE.has(operation.operationId ?? ""))
      Object.assign(operation, { "x-payment-info": { offers: OFFERS } });
  }
}
