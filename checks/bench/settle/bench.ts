import { Market } from "@/checks/conformance/adapters/settlement/market";
import { MeasuredProcess } from "./measured-process";
import { race } from "./postgres-cpu";
import { closeRequests } from "../request";
import { sell, type Figures, type Sale } from "./sell";
import { ourShop, referenceShop, type Shop } from "./shops";

const PRICE_LAMPORTS = 50_000n;
const FEE_LAMPORTS = 2_500n;
const SLOT_MS = 400; // as on a public cluster
// Servers run for weeks: a payment of a process that has just started costs several times one of a process that has
// sold some thousand, in either of the two, and says more of the compiler than of the work.
const WARM_UP = { payments: 2048, inFlight: 200 };
const PAYMENTS = Number(process.env["PAYMENTS"] ?? 400);
const PAYMENTS_ALONE = { pull: 12, push: 100 }; // signed bytes, one after another: each waits for its confirmation
const PAYMENTS_OF_A_BUYER = 8; // at least: a rate of one wave of payments is that of its beginning and its end
const IN_FLIGHT = [1, 32, 200];
const MODES = ["pull", "push"] as const;
const RACES = 8;
// Slots for all who buy at once: what is measured is how calls are sold, not how many can run on this machine.
const RUNNER_OF_SALE = { RUNNER_CONCURRENCY: "512", RUNNER_QUEUE: "1024", RUNNER_WARM: "0" };
const AT_ONCE = 16;

type Peers = Record<"ours" | "reference", { shop: Shop; server: MeasuredProcess }>;

/**
 * Grants per second from the first question to the grant, of Emporion and of the published `@solana/mpp` server, on one
 * ledger in one run; then how many grants one payment gets that is handed in by sixteen at once.
 */
export async function benchSettle(): Promise<void> {
  const market = await Market.open({ slotMs: SLOT_MS });
  const peers = await openPeers(market);
  try {
    for (const mode of MODES) {
      const warmUp = { mode, ...WARM_UP };
      for (const { shop, server } of Object.values(peers)) await sell(shop, server, market, warmUp);
      for (const inFlight of IN_FLIGHT) {
        const payments =
          inFlight === 1 ? PAYMENTS_ALONE[mode] : Math.max(PAYMENTS, inFlight * PAYMENTS_OF_A_BUYER);
        const sale = { mode, inFlight, payments };
        const ours = await sell(peers.ours.shop, peers.ours.server, market, sale);
        report(sale, ours, await sell(peers.reference.shop, peers.reference.server, market, sale));
      }
    }
    for (const mode of MODES) {
      for (const [name, { shop }] of Object.entries(peers)) {
        const grants: number[] = [];
        for (let i = 0; i < RACES; i++) grants.push(await race(shop, market, mode, AT_ONCE));
        console.log(
          `settle ${mode}: grants of one payment handed in ${AT_ONCE} times at once: ${name} ${grants.join(" ")}`,
        );
      }
    }
  } finally {
    closeRequests();
    for (const { server } of Object.values(peers)) await server.stop();
    await market.close();
  }
}

async function openPeers(market: Market): Promise<Peers> {
  const skill = await market.publish(PRICE_LAMPORTS);
  const payer = market.buyer.publicKey.toBase58();
  const ours = await MeasuredProcess.start("checks/bench/settle/our-server.ts", {
    LOG_LEVEL: "error",
    ...RUNNER_OF_SALE,
  });
  const reference = await MeasuredProcess.start("checks/clients/mpp-server.mjs", {
    RPC_URL: process.env["SOLANA_RPC_URL"] ?? "",
    RECIPIENT: market.creator.publicKey.toBase58(),
    SPLIT_RECIPIENT: market.treasury.publicKey.toBase58(),
    AMOUNT: PRICE_LAMPORTS.toString(),
    SPLIT_AMOUNT: FEE_LAMPORTS.toString(),
  });
  return {
    ours: { shop: ourShop(ours.url, payer, skill), server: ours },
    reference: { shop: referenceShop(reference.url, payer), server: reference },
  };
}

function report({ mode, inFlight, payments }: Sale, ours: Figures, reference: Figures): void {
  const figures = ({ perSecond, serverMs, databaseMs }: Figures) =>
    `${perSecond.toFixed(1)}/s, server ${serverMs.toFixed(1)} ms, database ${databaseMs.toFixed(1)} ms`;
  const ratio = (ours.perSecond / reference.perSecond).toFixed(2);
  console.log(
    `settle ${mode}, ${payments} payments, ${inFlight} in flight: ours ${figures(ours)}; ` +
      `reference ${figures(reference)}; ratio ${ratio}`,
  );
}
