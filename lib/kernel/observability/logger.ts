import pino from "pino";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { isDomainError } from "@/lib/kernel/errors";
import { findOutage } from "@/lib/kernel/outage";

/** Structured logs on standard error; anything that could hold a credential is cut before it is written. */
export const logger = pino(
  {
    level: process.env["LOG_LEVEL"] ?? "info",
    base: null,
    redact: {
      paths: [
        "*.authorization",
        "*.cookie",
        "*.secret",
        "*.apiKey",
        "*.api_key",
        "*.password",
        "*.token",
        "headers.authorization",
        "headers.cookie",
        'headers["x-api-key"]',
        'headers["x-agent-secret"]',
      ],
      censor: "[cut]",
    },
  },
  pino.destination(2),
);

/** What the market says itself of something that is away, or has too much to do. */
const AWAY: ReadonlySet<ErrorCode> = new Set([
  "MARKET_UNAVAILABLE",
  "LEDGER_UNAVAILABLE",
  "RUNNER_UNAVAILABLE",
  "RUNNER_BUSY",
]);

/**
 * How loud a failure on our side is: 40 ("warn") where something is away that comes back by itself, 50 ("error") where
 * somebody has to look. Nobody but a person makes room on a full disk.
 */
export function levelOf(error: unknown): "warn" | "error" {
  const away = awayIn(error);
  return away === null || away === "storage" ? "error" : "warn";
}

/** Logs what failed on our side, at its level. */
export function logFailure(error: unknown, facts: Record<string, unknown>, message: string): void {
  const away = awayIn(error);
  logger[levelOf(error)]({ ...facts, err: error, ...(away === null ? {} : { away }) }, message);
}

const awayIn = (error: unknown) =>
  findOutage(error) ?? (isDomainError(error) && AWAY.has(error.code) ? error.code : null);
