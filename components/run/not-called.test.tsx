import { type Locale, LOCALES } from "@/lib/platform/i18n/routing";
import { describe, expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { RunInvitation } from "@/components/skill/skill-frame";
import type { SkillDetail } from "@/lib/registry/views";
import { explainObstacle, type CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

const skill = (facts: Partial<SkillDetail>) =>
  ({
    runnable: false,
    withdrawn: false,
    priceLamports: "0",
    obstacles: [],
    publisherDomains: [],
    manifest: { examples: [] },
    ...facts,
  }) as unknown as SkillDetail;

const show = (facts: Partial<SkillDetail>, locale = "en") =>
  htmlOf(<RunInvitation skill={skill(facts)} href="#run" median={null} />, locale as Locale);

const MISSING: CallObstacle = { code: "CALL_MODULE", names: ["requests", "yaml"] };
const WAITS: CallObstacle = { code: "CALL_NOT_RUN", names: [] };

test("a version that is not called shows no price, no way to call it, and why", () => {
  for (const obstacle of [MISSING, WAITS]) {
    const html = show({ obstacles: [obstacle] });
    expect(html).toContain(explainObstacle(obstacle).slice(0, 30));
    expect(html).not.toMatch(/SOL|lamports|Free|btn/);
  }
});

test.each(LOCALES)("each cause is told in %s, with what it is about", (locale) => {
  const html = show({ obstacles: [MISSING] }, locale);
  expect(html).toContain("requests, yaml");
  expect(html.includes("It imports")).toBe(locale === "en");
});

test("one whose reason nobody has read yet says so", () => {
  expect(show({})).toContain("has not read yet");
});

describe("a skill that is called at its publisher's address", () => {
  const ELSEWHERE: CallObstacle = { code: "CALL_ELSEWHERE", names: [] };
  const at = (endpoint: string | undefined, more: object = {}) => ({
    obstacles: [ELSEWHERE],
    manifest: {
      invocation: { kind: "http", pattern: "http_post", endpoint },
      examples: [{ input: { query: "it's </b> $(id)" }, output: {} }],
    } as unknown as SkillDetail["manifest"],
    ...more,
  });
  const URL_THERE = "https://api.example.com/it's?a=1";

  test.each(LOCALES)("has the command that calls it in %s, as a shell takes it", (locale) => {
    const html = show(at(URL_THERE), locale);
    const text = html
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&");
    expect(text).toContain(`curl -sS -X POST 'https://api.example.com/it'\\''s?a=1'`);
    expect(text).toContain("content-type: application/json");
    expect(html).not.toContain("</b>");
    expect(text).not.toContain("$(id)");
  });

  test("says whether its publisher has proven the host", () => {
    const domain = (name: string) => ({
      publisherDomains: [{ domain: name, provenAt: "2026-11-21T00:00:00Z" }],
    });
    expect(show(at(URL_THERE))).toContain("has proven no domain that it belongs to");
    expect(show(at(URL_THERE, domain("example.com")))).toContain("has proven the domain example.com");
    expect(show(at(URL_THERE, domain("le.com")))).toContain("has proven no domain");
  });

  test("shows no command without an address, nor for a skill of another type", () => {
    expect(show(at(undefined))).not.toContain("curl");
    const { manifest } = at(URL_THERE);
    const cli = { ...manifest, invocation: { ...manifest.invocation, kind: "cli", pattern: "args" } };
    expect(show({ ...at(URL_THERE), manifest: cli as SkillDetail["manifest"] })).not.toContain("curl");
  });
});
