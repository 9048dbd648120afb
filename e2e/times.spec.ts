import { expect, test } from "./fixtures";

test.describe("in another zone than UTC", () => {
  test.use({ timezoneId: "Asia/Seoul" });

  test("clock times are the reader's, and UTC on a tap", async ({ page }) => {
    await page.goto("/ko/skills/csv-profile/security");
    const time = page.locator("time[data-clock]:visible").first();
    await expect(time).toHaveText(/\d{4}년 \d{1,2}월 \d{1,2}일 \d\d:\d\d(:\d\d)? UTC\+9$/);
    await time.click();
    await expect(time).toHaveText(/UTC$/);
    await time.click();
    await expect(time).toHaveText(/UTC\+9$/);
  });
});

test("without scripts they are in UTC", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, timezoneId: "Asia/Seoul" });
  await page.goto("/skills/csv-profile");
  await expect(page.locator("time[data-clock]").first()).toHaveText(/UTC$/);
  await page.close();
});
