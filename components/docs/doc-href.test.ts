import { expect, test } from "vitest";
import { docHref } from "./doc-href";

test.each([
  ["", "errors/RATE_LIMITED.md", "/errors/RATE_LIMITED"],
  ["errors", "RATE_LIMITED.md", "/errors/RATE_LIMITED"],
  ["dialects", "usk.md", "/docs/dialects/usk"],
  ["dialects", "README.md", "/docs/dialects"],
  ["", "quality-signals.md", "/docs/quality-signals"],
  ["", "openapi.json", "/v1/openapi.json"],
  ["", "images/home.png", "/docs"],
])("a link from docs/%s to %s leads to %s", (folder, path, address) => {
  expect(docHref(folder, path)).toBe(address);
});
