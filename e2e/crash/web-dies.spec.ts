import pg from "pg";
import { createQuote, fund, pay, signedPayment } from "../api";
import { expect, person, test } from "../fixtures";

/** The web process is ended at this many milliseconds into a payment; the supervisor starts it again. */
const MOMENTS_MS = [0, 20, 60, 150, 400, 700];

async function untilUp(get: () => Promise<{ ok(): boolean }>): Promise<void> {
  await expect
    .poll(async () => (await get().catch(() => null))?.ok() ?? false, { intervals: [200] })
    .toBe(true);
}

async function processOnPort(port: string): Promise<number> {
  const { execFileSync } = await import("node:child_process");
  const pids = execFileSync("node", ["scripts/process-on-port.ts", port], { encoding: "utf8" });
  return Number(pids.trim());
}

async function countsOf(
  quoteId: string,
): Promise<{ settlements: number; grants: number; signatures: number }> {
  const client = new pg.Client(process.env["DATABASE_URL"]);
  await client.connect();
  try {
    const { rows } = await client.query<{ settlements: number; grants: number; signatures: number }>(
      `select (select count(*)::int from "Settlements" where quote_id = $1) as settlements,
              (select count(*)::int from "Grants" where quote_id = $1) as grants,
              (select count(distinct signature)::int from "Settlements" where quote_id = $1) as signatures`,
      [quoteId],
    );
    return rows[0] ?? { settlements: 0, grants: 0, signatures: 0 };
  } finally {
    await client.end();
  }
}

for (const moment of MOMENTS_MS) {
  test(`web killed ${moment} ms into a payment: the paid call is granted once`, async ({ request }) => {
    const buyer = person(`pays while the web process dies after ${moment} ms`);
    await fund(request, buyer.address);
    const { quote, access_token } = await createQuote(request, buyer.address);
    const transaction = signedPayment(quote, buyer);

    const pid = await processOnPort(process.env["PORT"] ?? "");
    const payment = pay(request, quote.id, { transaction }, access_token).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, moment));
    process.kill(pid, "SIGKILL");
    await payment;

    await untilUp(() => request.get("/healthz"));
    // The buyer's page sends the same bytes again; whether the first try arrived does not matter.
    await expect
      .poll(async () => {
        const answer = await pay(request, quote.id, { transaction }, access_token).catch(() => null);
        return answer ? ((await answer.json()) as { quote?: { state: string } }).quote?.state : undefined;
      })
      .toBe("GRANTED");
    expect(await countsOf(quote.id)).toEqual({ settlements: 1, grants: 1, signatures: 1 });

    const run = () =>
      request.post(`/v1/quotes/${quote.id}/run`, { data: {}, headers: { "x-access-token": access_token } });
    const [first, second] = [await run(), await run()];
    expect(first.status()).toBe(200);
    const idOf = async (response: typeof first) =>
      ((await response.json()) as { run: { id: string } }).run.id;
    expect(await idOf(second)).toBe(await idOf(first));
  });
}
