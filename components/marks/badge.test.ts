import { expect, test } from "vitest";
import { drawBadge } from "@/components/marks/badge";

test("a badge says what it is of in words too, and is as wide as its texts", () => {
  const badge = drawBadge("Emporion", "1.0.0 · Audited");
  expect(badge).toContain('aria-label="Emporion: 1.0.0 · Audited"');
  const [, width = 0] = /width="(\d+)"/.exec(badge) ?? [];
  const [, longer = 0] = /width="(\d+)"/.exec(drawBadge("Emporion", "1.0.0 · Unverified")) ?? [];
  expect(Number(longer)).toBeGreaterThan(Number(width));
});

test("no text of a skill is markup in it", () => {
  expect(drawBadge("<script>", '" onload="&')).not.toMatch(/<script|" onload/);
});
