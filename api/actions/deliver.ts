import { callerAddress } from "@/api/caller";
import { limitRate } from "@/api/limits/limit-rate";
import { z } from "@hono/zod-openapi";
import { ICON_PATH } from "@/api/actions/icon-path";
import { readClientJson } from "@/api/clawhub/read-request";
import type { ApiContext } from "@/api/context";
import { env } from "@/lib/config/env";
import { assertAccess } from "@/lib/running/runs/access-token";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { OUTPUT_NOT_KEPT } from "@/lib/running/runs/run-view";
import { claimPayment } from "@/lib/payments/settlement/claim-payment";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_OUTPUT_CHARACTERS = 2_000;
const payment = z.looseObject({ signature: z.string().max(200) });

interface Paid {
  quoteId: string;
  token: string;
  signature: string;
}

/**
 * Told by the wallet that the transaction is on the chain: the call is made, once, and its output is the next action.
 */
export async function deliver(c: ApiContext): Promise<Response> {
  const access = await readAccess(c);
  const { signature } = await readClientJson(c, payment);
  return c.json(await nextAction({ ...access, signature }));
}

/** The button "Look again". A button sends no signature, so it is in its address; its answer holds the next action. */
export async function recheckExpiredQuote(c: ApiContext): Promise<Response> {
  const signature = (c.req.query("signature") ?? "").slice(0, 200);
  const action = await nextAction({ ...(await readAccess(c)), signature });
  return c.json({ type: "post", links: { next: { type: "inline", action } } });
}

/** Throws PERMISSION_DENIED for a token that is not the quote's, and RATE_LIMITED. */
async function readAccess(c: ApiContext): Promise<Omit<Paid, "signature">> {
  const quoteId = (c.req.param("id") ?? "").slice(0, 100);
  const token = c.req.query("token") ?? "";
  assertAccess(quoteId, token);
  await limitRate(c, REQUEST_LIMITS.payment, callerAddress(c));
  return { quoteId, token };
}

async function nextAction(paid: Paid) {
  const { quoteId, signature } = paid;
  const { reason } = await claimPayment({ quoteId, signature }, currentSettlement());
  if (reason === "not_seen_yet" || reason === "ledger_unavailable")
    return waiting(paid, "The payment is not on the chain yet. Do not pay again: look again in a moment.");
  const run = await runPaidCall(quoteId);
  if (run.state !== "DONE") {
    const why = run.failure ?? run.fault ?? "no reason given";
    return waiting(paid, `The run failed: ${why}. It can be repeated without paying.`);
  }
  const output = run.clearedAt === null ? JSON.stringify(run.output, null, 1) : OUTPUT_NOT_KEPT;
  const shown =
    output.length > MAX_OUTPUT_CHARACTERS ? `${output.slice(0, MAX_OUTPUT_CHARACTERS)}… (cut short)` : output;
  const receipt = run.receiptId === null ? "" : ` Receipt: ${env().APP_URL}/receipts/${run.receiptId}`;
  return {
    type: "completed",
    icon: `${env().APP_URL}${ICON_PATH}`,
    title: `${run.skill} ${run.version}`,
    label: "Done",
    description: `${shown}${receipt}`,
  };
}

function waiting({ quoteId, token, signature }: Paid, description: string) {
  const query = new URLSearchParams({ token, signature });
  const href = `/api/actions/quotes/${quoteId}/again?${query.toString()}`;
  return {
    type: "action",
    icon: `${env().APP_URL}${ICON_PATH}`,
    title: "Your call",
    label: "Look again",
    description,
    links: { actions: [{ type: "post", label: "Look again", href }] },
  };
}
