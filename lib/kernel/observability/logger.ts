import pino from "pino";

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
