import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { makeKey, publish } from "./publish-with-key";

const PAGE = 50;

test("what does not fit on one page of the verifiers' queue is on the next", async ({
  browser,
  baseURL,
  page,
  request,
  signIn,
}) => {
  test.setTimeout(180_000);
  const name = `queued-${Date.now()}`;
  const reader = person(`reads ${name}`);
  await signIn(page, reader, "/keys");
  const key = await makeKey(page);
  const office = await openOffice(browser, baseURL, "/administration/audits");
  await office.getByLabel(/^Wallet/).fill(reader.address);
  await office.getByLabel(/^Name/).fill(name);
  await office.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(office.getByText(reader.address)).toBeVisible();
  await office.context().close();

  // The newest waits last: with more than a page of others before it, it is on the second or a later one.
  await page.goto("/review");
  const waiting = await page.getByRole("table").locator("tbody tr").count();
  for (let number = waiting; number <= PAGE; number++) await publish(request, key, `${name}-${number}`);
  await page.goto("/review");
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(PAGE);
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL("**/review?page=2");
  await expect(page.getByRole("table").locator("tbody tr").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous" })).toHaveAttribute("href", "/review");
});
