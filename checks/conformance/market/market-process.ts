import path from "node:path";
import { CaseProcess } from "../runner/case-process";
import { type Adapter, type ConformanceCase, compareFacts } from "../runner/conformance-case";

const CHILD = path.join(import.meta.dirname, "market-child.ts");

interface MarketKind {
  /** What the child is told of a case; by default its input. */
  question?: (testCase: ConformanceCase) => unknown;
  compare?: (expected: ConformanceCase["expect"], result: Record<string, unknown>) => string[];
}

const compareMembers: MarketKind["compare"] & {} = (expected, result) => compareFacts(expected, result);

/** An adapter whose cases are run by the market's own use cases in a child process. */
export function marketAdapter(
  kind: string,
  { question = ({ input }) => input, compare = compareMembers }: MarketKind = {},
): Adapter {
  const market = new CaseProcess(CHILD);
  return {
    kind,
    start: () => market.start(),
    stop: () => market.stop(),
    async check(testCase) {
      const result = await market.ask({ kind, input: question(testCase) });
      return compare(testCase.expect, result as Record<string, unknown>);
    },
  };
}
