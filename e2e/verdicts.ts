import type { Locator, Page } from "@playwright/test";

/** Where a check of a SKILL.md says what each dialect says of it. */
export const verdicts = (page: Page): Locator => page.getByRole("region", { name: "What each dialect says" });
