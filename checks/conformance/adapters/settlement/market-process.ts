import { answerCases } from "../../runner/case-process";
import { Market } from "./market";
import { runCase } from "./run-case";

// The settlement cases need a database, a ledger and a sandbox; they live in this process, one case after the other.
const market = await Market.open();
answerCases(
  (input: Record<string, unknown>) => runCase(market, input),
  () => market.close(),
);
