import type { IssueCode } from "./issue-codes";
import sentences from "./call-obstacles.json" with { type: "json" };

/**
 * Why the market cannot call a version, in the order in which the reasons are told: one sentence for each cause, which
 * says what it is and what to do. Calls, quotes, search, details, pages and checks all say it in these words; the other
 * languages have them by their codes (`issues.json`).
 */
const SENTENCES = sentences satisfies Partial<Record<IssueCode, string>>;

export type CallObstacleCode = keyof typeof SENTENCES;

/** A reason why the market cannot call a version. */
export interface CallObstacle {
  code: CallObstacleCode;
  /** What it is about: modules, variables, a file, a language; empty where the reason says it all. */
  names: string[];
}

/** What the reason is about, as one text. */
export const obstacleNames = ({ names }: Pick<CallObstacle, "names">): string => names.join(", ");

/** The reason as a sentence, in English. */
export const explainObstacle = (obstacle: CallObstacle): string =>
  SENTENCES[obstacle.code].replace("{names}", () => obstacleNames(obstacle));

/** All reasons as one text; null where there is none. */
export const explainObstacles = (obstacles: readonly CallObstacle[]): string | null =>
  obstacles.length === 0 ? null : obstacles.map(explainObstacle).join(" ");
