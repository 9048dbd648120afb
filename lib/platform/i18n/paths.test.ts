import { describe, expect, it } from "vitest";
import { alternatePaths, choosingPath, isLocale, localizedPath } from "@/lib/platform/i18n/paths";

describe("localizedPath", () => {
  it.each([
    ["en", "/", "/"],
    ["en", "/skills?q=a", "/skills?q=a"],
    ["ko", "/", "/ko"],
    ["ko", "/?a=b", "/ko?a=b"],
    ["zh-Hans", "/skills/x/files/SKILL.md", "/zh-Hans/skills/x/files/SKILL.md"],
  ])("in %s turns %s into %s", (locale, path, shown) => {
    expect(localizedPath(locale, path)).toBe(shown);
  });

  it.each([
    "/v1/agent/search?q=a",
    "/api/auth/signin",
    "/mcp",
    "/llms.txt",
    "/.well-known/agent-card.json",
    "#run",
  ])("leaves %s alone in every language", (path) => {
    expect(localizedPath("ko", path)).toBe(path);
  });

  it("does not take a page whose name begins like an agent path for one", () => {
    expect(localizedPath("ko", "/v1x")).toBe("/ko/v1x");
  });
});

it.each([
  ["en", "/", "/en"],
  ["en", "/?a=b", "/en?a=b"],
  ["en", "/skills?q=a", "/en/skills?q=a"],
  ["ko", "/skills?q=a", "/ko/skills?q=a"],
  ["ko", "/", "/ko"],
  ["ko", "/?a=b", "/ko?a=b"],
  ["ko", "/skills/foo.bar", "/ko/skills/foo.bar"],
  ["ko", "/foo.bar?a=b", "/ko/foo.bar?a=b"],
  ["zh-Hans", "/feed.xml", "/zh-Hans/feed.xml"],
] as const)("to choose %s, %s is asked for at %s: also English says its name", (locale, path, shown) => {
  expect(choosingPath(locale, path)).toBe(shown);
});

it("every page names its other languages", () => {
  expect(alternatePaths("/skills")).toEqual({
    en: "/skills",
    "zh-Hans": "/zh-Hans/skills",
    ko: "/ko/skills",
    "x-default": "/skills",
  });
});

it("only the three languages are languages", () => {
  expect(isLocale("zh-Hans")).toBe(true);
  expect(isLocale("foo.png")).toBe(false);
  expect(isLocale(undefined)).toBe(false);
});
