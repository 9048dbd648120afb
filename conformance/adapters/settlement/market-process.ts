import { Market } from "./market";
import type { CaseAnswer, CaseQuestion } from "./case-messages";
import { runCase } from "./run-case";

// The settlement cases need a database, a ledger and a sandbox; they live in this process, one case after the other.
const market = await Market.open();
let turn: Promise<void> = Promise.resolve();

process.on("message", (question: CaseQuestion) => {
  turn = answerAfter(turn, question);
});
process.once("disconnect", () => {
  void turn.then(() => market.close()).then(() => process.exit(0));
});
process.send?.({ id: "ready" });

async function answerAfter(before: Promise<void>, question: CaseQuestion): Promise<void> {
  await before;
  process.send?.(await answer(question));
}

async function answer({ id, input }: CaseQuestion): Promise<CaseAnswer> {
  try {
    return { id, outcome: await runCase(market, input) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
