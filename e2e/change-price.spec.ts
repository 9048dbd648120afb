import { fund, pay, signedPayment, type Quote } from "./api";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";

test.use(STILL);

test("an owner changes a price: a quote that is open pays the old one, the next one costs the new one", async ({
  page,
  request,
  signIn,
}) => {
  const [owner, buyer] = [person("sets a price"), person("buys at two prices")];
  await fund(request, owner.address);
  await fund(request, buyer.address);
  const name = `priced-words-${Date.now()}`;
  await signIn(page, owner, "/keys");
  const key = await makeKey(page);
  await publish(request, key, name);

  const writePrice = async (lamports: string) => {
    await page.goto("/dashboard/skills");
    await page.getByRole("link", { name: `Change ${name}` }).click();
    await page.locator("#new-price").fill(lamports);
  };
  const sendPrice = async () => {
    await page.getByRole("button", { name: "Change the price" }).click();
    await expect(page.getByText(`The price of ${name} is changed`)).toBeVisible();
  };
  await writePrice("40,000");
  await sendPrice();
  await expect(page.getByRole("status").getByText("In force once the listed version has run.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  const input = { text: "two words" };
  const ran = await request.post(`/v1/skills/${name}/run`, {
    headers: { "x-api-key": key },
    data: { input },
  });
  expect(ran.ok()).toBe(true);

  const ask = async () => {
    const data = { skill: name, payer: buyer.address, input };
    const answer = await request.post("/v1/quotes", { data });
    return (await answer.json()) as { quote: Quote; access_token: string };
  };
  await writePrice("60000");
  const open = await ask(); // it ends in two minutes
  await sendPrice();
  expect([open.quote.price_lamports, (await ask()).quote.price_lamports]).toEqual(["40000", "60000"]);
  const transaction = signedPayment(open.quote, buyer);
  const paid = await pay(request, open.quote.id, { transaction }, open.access_token);
  expect(paid.ok()).toBe(true);

  await page.goto(`/dashboard/prices?skill=${name}#change-price`);
  await page.locator("#new-price").fill("99999999999999999999");
  await page.getByRole("button", { name: "Change the price" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.locator("#new-price")).toHaveValue("99999999999999999999");
});
