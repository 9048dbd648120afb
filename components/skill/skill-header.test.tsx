import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { Age } from "@/components/skill/skill-header";

function wordsOf(publishedAt: string, createdAt: string): string {
  const html = htmlOf(<Age publishedAt={publishedAt} createdAt={createdAt} />);
  return html.replaceAll(/<[^>]*>/g, "");
}

test("a release of today tells since when there is a skill of this name", () => {
  expect(wordsOf("2026-11-22T10:00:00.000Z", "2025-03-01T23:59:00.000Z")).toBe(
    "Published 22 Nov 2026, here since 1 Mar 2025",
  );
  expect(wordsOf("2026-11-22T10:00:00.000Z", "2026-11-22T00:01:00.000Z")).toBe("Published 22 Nov 2026");
});
