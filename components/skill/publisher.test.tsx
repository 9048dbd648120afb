import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { AgentBadge } from "@/components/skill/publisher";

test.each([
  [true, "🤖 by Claude Opus 4.7"],
  [false, "🤖 by Claude Opus 4.7, unproven"],
])("the badge of an agent reads as USK has it (proven: %s)", (proven, words) => {
  const markup = htmlOf(<AgentBadge agent={{ name: "claude-opus-4-7", proven }} />);
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe(words);
});
