import { afterEach, expect, test, vi } from "vitest";
import { DomainError } from "@/lib/kernel/errors";
import { logFailure, logger } from "@/lib/kernel/observability/logger";

afterEach(() => vi.restoreAllMocks());

const withCode = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ["a database that is away", withCode("57P01"), "warn"],
  ["a node of the chain that is away", new DomainError("LEDGER_UNAVAILABLE", "away"), "warn"],
  ["too many open files", withCode("EMFILE"), "warn"],
  ["a full disk", withCode("ENOSPC"), "error"],
  ["a mistake of ours", new TypeError("undefined is not a function"), "error"],
] as const)("%s is told at the level of who has to mend it", (_what, error, level) => {
  const told = { warn: vi.spyOn(logger, "warn"), error: vi.spyOn(logger, "error") };
  logFailure(error, { id: 1 }, "it failed");
  expect(told[level]).toHaveBeenCalledOnce();
  expect(told[level === "warn" ? "error" : "warn"]).not.toHaveBeenCalled();
});
