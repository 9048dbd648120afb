import { database } from "@/lib/db/client";

let runs = 0;

/** A finished run of a version that a wallet asked for; gives its id. */
export async function giveRun(
  versionId: string,
  payerAddress: string,
  counts: boolean | null = true,
): Promise<string> {
  const id = `run_test${++runs}`;
  await database().run.create({
    data: {
      id,
      versionId,
      payerAddress,
      counts,
      state: "DONE",
      input: {},
      inputDigest: "x",
      finishedAt: new Date(),
    },
  });
  return id;
}

/** The same with a receipt, as for a call that was paid. */
export async function giveReceipt(
  versionId: string,
  payerAddress: string,
  counts: boolean | null = true,
): Promise<void> {
  const runId = await giveRun(versionId, payerAddress, counts);
  await database().receipt.create({
    data: { id: `rcp_${runId}`, runId, quoteId: "quo_x", keyId: "key", payload: "{}", envelope: {} },
  });
}
