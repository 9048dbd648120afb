import type { Outcome } from "./rows/row";

const HEAD =
  "| what was broken | requests sent | failed | acknowledged writes | lost | longest without service |";

/** Its line of the table. */
export function describeOutcome({ row, sent, failed, acknowledged, lost, seconds }: Outcome): string {
  const cells = [
    row.broken,
    sent,
    failed,
    acknowledged,
    lost.length,
    seconds === null ? "–" : `${seconds.toFixed(1)} s`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The table, and below it how requests failed. */
export function printOutcomes(outcomes: readonly Outcome[]): void {
  console.log(`\n${HEAD}\n| --- | --- | --- | --- | --- | --- |`);
  for (const outcome of outcomes) console.log(describeOutcome(outcome));
  for (const { row, reasons } of outcomes) {
    const told = [...reasons].map(([reason, times]) => `${times} × ${reason}`);
    if (told.length > 0) console.log(`\n${row.name}: ${told.join("; ")}`);
  }
}
