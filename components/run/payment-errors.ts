import type { ApiProblem } from "@/components/run/api-problem";

/** Another price was quoted than the one on the page; nothing was signed. */
export class PriceChanged extends Error {}

/** The market looked at the signed payment and will not take it: nothing was settled, and asking again changes nothing. */
export class PaymentRefused extends Error {
  constructor(readonly problem: ApiProblem) {
    super(problem.message);
  }
}
