import { expect, test } from "vitest";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";
import { SolanaConnection } from "@/lib/chain/solana/connection";

const market = new PaidMarket();
const node = new LyingNode(() => market.url);

async function paid() {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote));
  await reconcileQuotes(market.context, { evenIfJustSeen: true });
  return signature;
}

test("payments whose blocks the node has forgotten keep no newer one from becoming final", async () => {
  const forgotten = new Set([await paid(), await paid(), await paid()]);
  market.ledger.advance(400);
  const firstAvailable = market.ledger.slot();
  await paid();
  await paid();
  market.ledger.advance(40);
  node.lies.set("getFirstAvailableBlock", () => firstAvailable);
  node.lies.set("getSignatureStatuses", ([signatures], result) => {
    const { context, value } = result as { context: object; value: unknown[] };
    const known = (i: number) => !forgotten.has((signatures as string[])[i] ?? "");
    return { context, value: value.map((each, i) => (known(i) ? each : null)) };
  });
  const connection = new SolanaConnection({ url: node.url, blockhashCacheMs: 0 });
  const atOnce = 1; // more are forgotten than are asked for in one question
  const report = await watchFinality({ ...market.context, connection }, atOnce);
  expect(report).toEqual({ finalized: 2, waiting: 1, rebroadcast: 0, orphaned: 0 });
});
