import { expect, type Locator, type Page } from "@playwright/test";

/** Sees every file that a seal would cover, accepts what vetting found, and ticks what only a person can. */
export async function tickAll(page: Page): Promise<void> {
  await expect(page.getByText("Examples replay (open)")).toBeHidden();
  await seeAll(page);
  const open = page.getByRole("button", { name: /^Tick / });
  if ((await open.count()) === 0) return;
  // Who works with the keyboard stays at the line.
  await takenOver(open.last());
  await open.last().press("Enter");
  await expect(page.getByRole("button", { name: /^Untick / })).toBeFocused();
  while ((await open.count()) > 0) {
    const before = await open.count();
    await open.first().click();
    await expect(open).toHaveCount(before - 1);
  }
}

/** Goes from file to file, and says of each that it was seen; gives their names. */
export async function seeAll(page: Page): Promise<string[]> {
  const seen: string[] = [];
  const mark = page.getByRole("button", {
    name: /^(?:Seen: next file|Mark (?:this file|these \d+ files) as seen)/,
  });
  while ((await mark.count()) > 0) {
    const name = (await mark.innerText()).trim();
    seen.push(name.replace(/^Seen: next file\s*/, ""));
    await mark.click();
    await expect(mark.filter({ hasText: name })).toHaveCount(0);
  }
  return seen;
}

/** Waits until React has taken the button over: what is pressed before leads to a new page, as without scripts. */
async function takenOver(button: Locator): Promise<void> {
  const isReacts = () =>
    button.evaluate((each) => Object.keys(each).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isReacts).toBe(true);
}

/** Reads the statement of the chosen verdict and signs it. */
export async function signVerdict(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show what will be signed" }).click();
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
