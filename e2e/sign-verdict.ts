import { expect, type Locator, type Page } from "@playwright/test";
import { awake } from "./awake";

/** Sees every file that a seal would cover, accepts what vetting found, and ticks what only a person can. */
export async function tickAll(page: Page): Promise<void> {
  await examplesReplayed(page);
  await seeAll(page);
  const open = page.getByRole("button", { name: /^Tick / });
  if ((await open.count()) === 0) return;
  // Who works with the keyboard stays at the line.
  await awake(open.last());
  await open.last().press("Enter");
  await expect(page.getByRole("button", { name: /^Untick / })).toBeFocused();
  while ((await open.count()) > 0) {
    const before = await open.count();
    await open.first().click();
    await expect(open).toHaveCount(before - 1);
  }
}

/** The market replays examples in its own time; the page says how far it was when the page was opened. */
async function examplesReplayed(page: Page): Promise<void> {
  const waiting = page.getByText("Examples replay (open)");
  await page.waitForLoadState();
  await expect(async () => {
    if (await waiting.isVisible()) await page.reload();
    await expect(waiting).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

/** Goes from file to file, and says of each that it was seen; gives their names. */
export async function seeAll(page: Page): Promise<string[]> {
  const mark = page.getByRole("button", {
    name: /^(?:Seen: next file|Mark (?:this file|these \d+ files) as seen)/,
  });
  const pressed = await pressUntilAllSeen(page, mark);
  return pressed.map((name) => name.replace(/^Seen: next file\s*/, ""));
}

/** Presses until the page counts every file as seen, whatever is shown meanwhile; gives the words of each press. */
export async function pressUntilAllSeen(page: Page, mark: Locator): Promise<string[]> {
  const counted = page.locator("nav:has([data-review-file]) h2 .count");
  const pressed: string[] = [];
  for (;;) {
    const told = await counted.innerText();
    const [seen, all] = told.match(/\d+/g) ?? [];
    if (seen === all) return pressed;
    pressed.push((await mark.innerText()).trim());
    await mark.click();
    await expect(counted).not.toHaveText(told);
  }
}

/** Reads the statement of the chosen verdict and signs it. */
export async function signVerdict(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await signShown(page);
}

/** Signs the statement that the page shows, or is about to. */
export async function signShown(page: Page): Promise<void> {
  // In words; the exact text is folded behind.
  await expect(page.locator("dd", { hasText: "urn:emporion:skill-audit:v1" })).toBeVisible();
  await expect(page.locator("pre", { hasText: "urn:emporion:skill-audit:v1" })).toBeHidden();
  await page.getByRole("button", { name: /^Sign with / }).click();
  await expect(page.getByText("Signed and recorded.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Public record" })).toHaveAttribute(
    "href",
    /^\/v1\/audits\/aud_/,
  );
}
