import type { Page } from "@playwright/test";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { PRICED_SKILL } from "./api";
import { scriptsCome } from "./awake";
import { expect, test } from "./fixtures";

const FREE_SKILL = "json-diff";
/** What is left of a phone's screen of 390 by 844 below the bars of its browser. */
const PHONE = { width: 390, height: 664 };

/** How often Tab is pressed from the top of the page until the focus is on what `selector` selects; at most 40 times. */
async function tabsTo(page: Page, selector: string): Promise<number> {
  for (let presses = 1; presses <= 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return presses;
  }
  return Number.NaN;
}

const FIRST_FIELD = "#run input, #run textarea, #run select";

test("from the top of the page to the first field of the run form are at most fifteen tab stops", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const slug of [PRICED_SKILL, FREE_SKILL])
    for (const locale of LOCALES) {
      await page.goto(localizedPath(locale, `/skills/${slug}`));
      expect(await tabsTo(page, FIRST_FIELD), `${slug}, ${locale}`).toBeLessThanOrEqual(15);
    }
});

test("the second stop of a skill's page leads to its run form", async ({ page }) => {
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#run$/);
  expect(await tabsTo(page, FIRST_FIELD)).toBeLessThanOrEqual(2);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("each fact of a skill opens to what it means, one at a time, and leads to all marks", async ({
    page,
  }) => {
    await page.goto(`/skills/${PRICED_SKILL}`);
    const facts = page.getByRole("list", { name: "What is known of this version" });
    await expect(facts.locator("summary")).toHaveCount(5);
    const open = facts.locator("details[open]");
    for (const name of ["Audit", "Trust", "May touch", "Examples", "Source"]) {
      await facts
        .locator("summary")
        .filter({ hasText: `${name}: ` })
        .click();
      await expect(open).toHaveCount(1);
      await expect(open.getByRole("link", { name: "All marks and what they mean" })).toBeVisible();
    }
    await open.getByRole("link", { name: "All marks and what they mean" }).click();
    await expect(page).toHaveURL(/\/docs\/marks#source$/);
    await expect(page.locator("#source")).toBeInViewport();
  });
});

test("a fact that is open is closed by Escape, and its name has the focus", async ({ page }) => {
  await page.goto(`/skills/${PRICED_SKILL}`);
  await scriptsCome(page);
  const fact = page.locator(".fact").first();
  await fact.locator("summary").press("Enter");
  await expect(fact).toHaveAttribute("open");
  await page.keyboard.press("Escape");
  await expect(fact).not.toHaveAttribute("open");
  await expect(fact.locator("summary")).toBeFocused();
});

test("a result is two lines, and a skill's facts are one", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const locale of LOCALES) {
    await page.goto(localizedPath(locale, "/skills"));
    await page.evaluate(() => document.fonts.ready); // lines break elsewhere in another face
    const heights = await page.locator(".rows > li:not(:has(.row-remark))").evaluateAll((rows) =>
      rows
        // Not what other tests have made: their names are longer than the room for one.
        .filter((row) => !/\d{6}/.test(row.querySelector(".row-name")?.textContent ?? ""))
        .map((row) => row.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(5);
    expect(
      heights.filter((height) => height > 76),
      locale,
    ).toEqual([]);
    await page.goto(localizedPath(locale, `/skills/${FREE_SKILL}`));
    const height = async () => (await page.locator(".vouch").boundingBox())?.height;
    await expect.poll(height).toBeLessThan(60);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the first screen of the market has a skill, and that of a skill its run form", async ({ page }) => {
    for (const locale of LOCALES) {
      await page.goto(localizedPath(locale, "/"));
      await expect(page.locator('main h2 a[href*="/skills/"]').first()).toBeInViewport();
      await page.goto(localizedPath(locale, `/skills/${PRICED_SKILL}`));
      await expect(page.locator("#run-title")).toBeInViewport();
    }
  });

  test("tabs that do not fit show that there are more, until the last is seen", async ({ page }) => {
    await page.goto(`/skills/${FREE_SKILL}`);
    const tabs = page.locator(".tabs");
    const fade = () =>
      tabs.evaluate((strip) => parseFloat(getComputedStyle(strip).getPropertyValue("--tabs-fade")));
    await expect.poll(fade).toBeGreaterThan(20);
    await tabs.evaluate((strip) => strip.scrollTo({ left: strip.scrollWidth }));
    await expect.poll(fade).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(fade).toBe(0);
  });
});

test("magnified four times, nothing that stays in sight takes room from the text", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.mouse.wheel(0, 1_000);
  const staying = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => ["fixed", "sticky"].includes(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, bottom, height }) => height > 1 && bottom > 0 && top < innerHeight)
      .reduce((sum, { height }) => sum + height, 0),
  );
  expect(staying).toBe(0);
});

test("a choice has its arrow where the system chooses the colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/skills");
  expect(await page.locator("#sort").evaluate((select) => getComputedStyle(select).appearance)).toBe("auto");
});
