import type { Page } from "@playwright/test";

/**
 * Opens a page whose run form React brings to life, and waits for that: a press before is sent as a form, and answered
 * by a new page.
 */
export async function openRunForm(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await awakening(page);
}

/** Until React has taken the run form over. */
export async function awakening(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#run form") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
}
