import type { IssueCode } from "./issue-codes";

/**
 * Why the market cannot call a version, in the order in which the reasons are told: one sentence for each cause, which
 * says what it is and what to do. Calls, quotes, search, details, pages and checks all say it in these words; the other
 * languages have them by their codes (`issues.json`).
 */
const SENTENCES = {
  CALL_NO_ENTRY_POINT: () =>
    "It names no script that the market can start. Install it and follow its instructions; its author can name one as `interface.entry_point`.",
  CALL_ELSEWHERE: () =>
    "It is called at its publisher's own address (`interface.type: http`), not by the market.",
  CALL_ENTRY_MISSING: (names) =>
    `Its entry point ${names} is not in the package. Add the file, or name another one.`,
  CALL_TYPESCRIPT: (names) =>
    `Its entry point ${names} is TypeScript, which the sandbox does not start. Compile it, and name the JavaScript file.`,
  CALL_RUNTIME: (names) =>
    `It is written for ${names}, which the sandbox does not have. It has python3, node and bash.`,
  CALL_NETWORK: () =>
    "It wants the network, which the sandbox does not have. Install it and run it yourself; its author can declare `permissions.network: false` once it needs none.",
  CALL_SECRETS: (names) =>
    `It wants ${names} from the environment, and the sandbox holds no secrets. Install it and run it with your own.`,
  CALL_MODULE: (names) =>
    `It imports ${names}, which no run finds: no module of the language, and no file beside the entry point. Put it into the package there, or do without it.`,
  CALL_NOT_RUN: () =>
    "It has a price and has not run in the sandbox yet, so no call of it is sold. An example that is proven, or one run by its publisher that gives a valid answer, puts the price into force.",
} as const satisfies Partial<Record<IssueCode, (names: string) => string>>;

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
  SENTENCES[obstacle.code](obstacleNames(obstacle));

/** All reasons as one text; null where there is none. */
export const explainObstacles = (obstacles: readonly CallObstacle[]): string | null =>
  obstacles.length === 0 ? null : obstacles.map(explainObstacle).join(" ");
