import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { makeKey, publish } from "./publish-with-key";
import { sampleArchive } from "./sample-skill";
import { WALLET_NAME } from "./test-wallet";

test.use(STILL);

test("keys that a program makes with its own are shown as such, and end with it", async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page, person(`had a key stolen ${Date.now()}`), "/keys");
  const key = await makeKey(page);
  const made = await request.post("/v1/keys/api", {
    headers: { "x-api-key": key },
    data: { name: "of a thief" },
  });
  expect(made.status()).toBe(201);
  await page.goto("/keys");
  const stolen = page.getByRole("row").filter({ hasText: "of a thief" });
  await expect(stolen).toContainText("created with the key laptop");
  const own = page.getByRole("row", { name: /^laptop/ });
  await own.getByText("Revoke").first().click();
  await expect(own).toContainText("The key created with it ends too.");
  expect(await objectionsInEveryView(page)).toEqual([]);
  await own.getByLabel("Type laptop to revoke it permanently.").fill("laptop");
  await own.getByRole("button", { name: "Revoke" }).click();
  await expect(stolen).toContainText("revoked");
  const { key: text } = (await made.json()) as { key: string };
  expect((await request.get("/v1/keys/api", { headers: { "x-api-key": text } })).status()).toBe(401);
});

test("whoever finds an open session lets nobody else be paid; its owner confirms, sets the price, and finds all of it in the settings", async ({
  page,
  request,
  signIn,
}) => {
  const name = `paid-anew-${Date.now()}`;
  const creator = person(`is paid anew ${name}`);
  await signIn(page, creator, "/keys");
  const key = await makeKey(page);
  await publish(request, key, name);

  await page.goto(`/dashboard/prices?skill=${name}#change-price`);
  await growOld(page);
  await page.locator("#new-price").fill("50000");
  const send = page.getByRole("button", { name: "Change the price" });
  await send.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm it is you");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/prices?confirmed=1");
  await expect(page.getByText("Confirmed.")).toBeVisible();
  await expect(page.locator("#new-price")).toHaveValue("50000");
  expect(await objectionsInEveryView(page)).toEqual([]);
  await send.click();
  await expect(page.getByText(`The price of ${name} is changed`)).toBeVisible();

  // Nobody could be mailed: the dashboard says so.
  await page.goto("/dashboard");
  const attention = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem");
  await attention.filter({ hasText: "2 changes in the last 7 days" }).getByRole("link").click();
  await page.waitForURL("**/settings#access");
  const changes = page.getByRole("region", { name: "Recent changes" }).getByRole("listitem");
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText(`in a session opened with the wallet ${creator.address}`);
  await expect(changes.last().getByRole("link")).toHaveText(/^An API key was created; it begins with sk_/);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await changes.first().getByRole("link", { name }).click();
  await page.waitForURL("**/dashboard/prices");

  // An old session goes on publishing.
  await growOld(page);
  await page.goto("/publish");
  const next = sampleArchive(name, "1.0.1");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: next });
  await continueWhenChecked(page);
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
});
