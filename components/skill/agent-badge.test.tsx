import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AgentBadge } from "@/components/skill/agent-badge";
import { loadMessages } from "@/lib/platform/i18n/translations";

test.each([
  [true, "🤖 by Claude Opus 4.7"],
  [false, "🤖 by Claude Opus 4.7, unproven"],
])("the badge of an agent reads as USK has it (proven: %s)", (proven, words) => {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={loadMessages("en")} timeZone="UTC">
      <AgentBadge agent={{ name: "claude-opus-4-7", proven }} />
    </NextIntlClientProvider>,
  );
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe(words);
});
