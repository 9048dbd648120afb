import { expect, test } from "vitest";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";

const market = new CallMarket();

// "Not paid: POST /v1/quotes/{id}/payment comes first" would have it paid a second time.
test("who has paid too late is told that the quote is closed, not that it is to be paid first", async () => {
  const { quote } = await market.offerCall();
  const data = { state: "LATE_UNAPPLIED", reason: "landed_too_late" } as const;
  await market.database().quote.update({ where: { id: quote.id }, data });
  await expect(runPaidCall(quote.id)).rejects.toMatchObject({
    code: "SETTLEMENT_FAILED",
    details: { quoteId: quote.id, reason: "landed_too_late" },
  });
});
