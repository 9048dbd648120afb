import { randomBytes } from "node:crypto";
import { makeAccount } from "@/lib/testing/builders";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { readAnswer } from "../../reads/stale/read-answer";
import type { Shop } from "../load/shop";
import type { Topology } from "../topology";
import { measureReplicas } from "./measure-replicas";
import type { Outcome, Promised } from "./row";

export const READS: Promised = {
  name: "reads",
  broken: "nothing: each change is read at once from both web processes, whose pages a replica makes",
  failsNothing: true,
};

const CHANGES = 50;

/** Changes that are read at once, then what replicas carry. */
export async function playReads(
  topology: Topology,
  shop: Shop,
  say: (what: string) => void,
): Promise<Outcome> {
  const outcome = await readChanges(topology, shop);
  say(`${CHANGES} changes, ${outcome.sent} reads, ${outcome.failed} of them without the change`);
  await measureReplicas(topology);
  say("the reads were measured");
  return outcome;
}

/** Somebody changes what they say of a skill; at once both processes are asked for the page and the list. */
async function readChanges({ market }: Topology, { free }: Shop): Promise<Outcome> {
  const actor = await makeAccount();
  const lost: string[] = [];
  const addresses = market.urls.flatMap((url) => [
    `${url}/v1/skills/${free}/reviews`,
    `${url}/skills/${free}/reviews`,
  ]);
  for (let i = 0; i < CHANGES; i++) {
    const text = `said ${randomBytes(8).toString("hex")}`;
    await writeReview({ actor, skill: free, rating: 1 + (i % 5), text });
    const read = await Promise.all(addresses.map((address) => readAnswer(address)));
    for (const [n, answer] of read.entries())
      if (!answer.includes(text)) lost.push(`change ${i} at ${addresses[n]}`);
  }
  const sent = CHANGES * addresses.length;
  return {
    row: READS,
    sent,
    failed: lost.length,
    acknowledged: CHANGES,
    lost,
    seconds: null,
    reasons: new Map(),
  };
}
