import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until React has taken an element over: a press before leads to a new page, as without scripts. */
export async function awake(element: Locator): Promise<void> {
  const isReacts = () =>
    element.evaluate((each) => Object.keys(each).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isReacts).toBe(true);
}

/** Waits until what scripts add to every page is there: its keys, copy buttons and the choice of colours. */
export async function scriptsCome(page: Page): Promise<void> {
  await expect(page.locator("[data-theme-toggle][aria-pressed]").first()).toBeAttached();
}

/** Presses a key once, when there is something to answer it: a second press may take back what the first one did. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await scriptsCome(page);
  await page.keyboard.press(key);
}
