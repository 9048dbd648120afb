import { expect, type Page } from "@playwright/test";

/** Presses a key until it is answered: keys are, once the page's scripts have come. */
export async function pressUntil(page: Page, key: string, answered: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await answered();
  }).toPass();
}
