import { expect, person, test } from "./fixtures";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { sampleArchive } from "./sample-skill";

test("a price is in force once its publisher has run the version, and nobody is asked to pay before", async ({
  page,
  signIn,
  takeTestMoney,
  request,
}) => {
  const name = `waits-${Date.now()}`;
  const creator = person(`waits for a run ${name}`);
  await signIn(page, creator, "/publish");
  await takeTestMoney(page, creator.address);
  await page.goto("/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await publishFromCheck(page, "20000");
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  await expect(page.getByText("The market makes no calls of it yet")).toBeVisible();
  const managed = page.url();

  await page.goto(`/skills/${name}`);
  await expect(page.getByText("has not run in the sandbox yet").first()).toBeVisible();
  await expect(page.getByText("20,000")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Run|Pay)/ })).toHaveCount(0);
  expect(await (await request.get(`/v1/skills/${name}`)).json()).toMatchObject({
    price_lamports: "0",
    runnable: false,
  });

  await page.goto(managed);
  await expect(page.getByText("20,000 lamports")).toBeVisible();
  await page.getByLabel(/^Input/).fill("no JSON");
  await page.getByRole("button", { name: "Run it once" }).click();
  await expect(page.getByText("Write one JSON object").first()).toBeVisible();
  await page.getByLabel(/^Input/).fill('{"text": "one two"}');
  await page.getByRole("button", { name: "Run it once" }).click();
  await expect(page.getByRole("heading", { name: "Put the price into force" })).toBeHidden();

  await page.goto(`/skills/${name}`);
  await expect(page.locator("#run").getByText("20,000").first()).toBeVisible();
  expect(await (await request.get(`/v1/skills/${name}`)).json()).toMatchObject({
    price_lamports: "20000",
    runnable: true,
  });
});
