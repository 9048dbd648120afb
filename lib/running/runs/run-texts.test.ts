import { expect, test } from "vitest";
import { newAddress, makeAccount } from "@/lib/testing/builders";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { accessTokenFor, getRunTexts, type TextsReader } from "@/lib/running/runs/get-run";
import { purgePaidRuns } from "@/lib/running/runs/purge-runs";
import { CallMarket } from "@/lib/running/testing/call-market";

const market = new CallMarket();
const NOBODY: TextsReader = { accountId: null, token: null };

test("input and output are shown to the paying wallet's account and to a token of the call, and to nobody else", async () => {
  const quoteId = await market.buyCall({ text: "mine alone" });
  const run = await runPaidCall(quoteId);
  const payer = await makeAccount({ address: market.buyer.publicKey.toBase58() });
  const other = await makeAccount({ address: newAddress() });
  expect(run.output).toMatchObject({ echo: "mine alone" });
  const until = new Date(Date.parse(run.startedAt) + 30 * 86_400_000);
  const shown = { state: "shown", input: { text: "mine alone" }, output: run.output, until };

  const asked: [TextsReader, object][] = [
    [{ ...NOBODY, accountId: payer.accountId }, shown],
    [{ ...NOBODY, token: accessTokenFor(quoteId) }, shown],
    [{ ...NOBODY, token: accessTokenFor(run.id) }, shown],
    [{ accountId: other.accountId, token: accessTokenFor(run.id) }, shown],
    [
      { ...NOBODY, accountId: other.accountId },
      { state: "closed", until },
    ],
    [NOBODY, { state: "closed", until }],
  ];
  for (const [reader, texts] of asked) expect(await getRunTexts(run.id, reader)).toEqual(texts);
  for (const token of ["", accessTokenFor("quo_of_another")])
    await expect(getRunTexts(run.id, { accountId: payer.accountId, token })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });

  const now = new Date(Date.now() + 36 * 86_400_000);
  await purgePaidRuns(now);
  for (const [reader] of asked)
    expect(await getRunTexts(run.id, reader)).toEqual({ state: "ended", since: now });
});

test("a run that was not paid for has no texts to show", async () => {
  await expect(getRunTexts("run_none", NOBODY)).rejects.toMatchObject({ code: "RUN_NOT_FOUND" });
});
