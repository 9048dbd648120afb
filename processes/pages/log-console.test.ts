import { afterEach, expect, test, vi } from "vitest";
import { logger } from "@/lib/kernel/observability/logger";
import { logConsole } from "./failures";

const { error, warn } = console;
afterEach(() => {
  Object.assign(console, { error, warn });
  vi.restoreAllMocks();
});

test("what the framework prints of a failed page becomes one line of the log, with the number its reader sees", () => {
  const written = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  logConsole();
  const failure = Object.assign(new Error("first line\nsecond line"), { digest: "1558100537" });
  console.error("\u001b[31m⨯\u001b[39m", failure);
  expect(written).toHaveBeenCalledExactlyOnceWith({ err: failure, digest: "1558100537" }, "a page failed");
});

test("what has no error in it keeps its words, without colours", () => {
  const written = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  logConsole();
  console.warn("\u001b[33m⚠\u001b[39m", "the cache is cold", { of: "something" });
  expect(written).toHaveBeenCalledExactlyOnceWith({}, "the cache is cold");
});

test("a warning of Node's, which prints it as an error, is one", () => {
  const failed = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const written = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  logConsole();
  console.error("(node:19152) DeprecationWarning: client.query() is deprecated");
  expect(written).toHaveBeenCalledExactlyOnceWith({}, expect.stringContaining("DeprecationWarning"));
  expect(failed).not.toHaveBeenCalled();
});
