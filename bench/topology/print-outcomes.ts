import type { Outcome } from "./rows/row";

const HEAD =
  "| what was broken | requests sent | failed | acknowledged writes | lost | longest without service |";

/** The table, and below it how requests failed. */
export function printOutcomes(outcomes: readonly Outcome[]): void {
  console.log(`\n${HEAD}\n| --- | --- | --- | --- | --- | --- |`);
  for (const { row, sent, failed, acknowledged, lost, seconds } of outcomes) {
    const cells = [
      row.broken,
      sent,
      failed,
      acknowledged,
      lost.length,
      seconds === null ? "–" : `${seconds.toFixed(1)} s`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  for (const { row, reasons } of outcomes) {
    const told = [...reasons].map(([reason, times]) => `${times} × ${reason}`);
    if (told.length > 0) console.log(`\n${row.name}: ${told.join("; ")}`);
  }
}
