import { createQuote, fund, pay, PRICED_SKILL, signedPayment } from "./api";
import { expect, person, test } from "./fixtures";

test("one payment settles one quote: its signature is refused for a second", async ({ request }) => {
  const buyer = person("tries one signature twice");
  await fund(request, buyer.address);
  const first = await createQuote(request, buyer.address);
  const second = await createQuote(request, buyer.address);
  const transaction = signedPayment(first.quote, buyer);

  const paid = await pay(request, first.quote.id, { transaction }, first.access_token);
  const { quote } = (await paid.json()) as { quote: { state: string; signature: string } };
  expect(quote.state).toBe("GRANTED");

  const sameBytes = await pay(request, second.quote.id, { transaction }, second.access_token);
  expect(sameBytes.status()).toBe(422);
  const sameSignature = await pay(
    request,
    second.quote.id,
    { signature: quote.signature },
    second.access_token,
  );
  expect(sameSignature.ok()).toBe(false);

  const again = await pay(request, first.quote.id, { transaction }, first.access_token);
  expect(((await again.json()) as { quote: { state: string } }).quote.state).toBe("GRANTED");
});

test("a quote opens to nobody without its token, though its id is public on the chain", async ({
  request,
}) => {
  const buyer = person("keeps a token");
  await fund(request, buyer.address);
  const { quote, access_token } = await createQuote(request, buyer.address);
  await pay(request, quote.id, { transaction: signedPayment(quote, buyer) }, access_token);
  const stranger = await request.post(`/v1/quotes/${quote.id}/run`, { data: {} });
  expect(stranger.status()).toBe(403);
  const owner = await request.post(`/v1/quotes/${quote.id}/run`, {
    data: {},
    headers: { "x-access-token": access_token },
  });
  expect(owner.status()).toBe(200);
});

test("a buyer who signs in finds what the wallet paid for, with its receipt", async ({
  page,
  request,
  signIn,
}) => {
  const buyer = person("keeps no receipts");
  await fund(request, buyer.address);
  const { quote, access_token } = await createQuote(request, buyer.address);
  await pay(request, quote.id, { transaction: signedPayment(quote, buyer) }, access_token);
  await signIn(page, buyer, "/dashboard/spending");
  const bought = page.getByRole("region", { name: "Calls you paid for" });
  await expect(bought.getByRole("link", { name: PRICED_SKILL })).toBeVisible();
  await expect(bought.getByText("not run yet")).toBeVisible();

  await page.goto("/dashboard");
  const unfinished = page.getByRole("region", { name: "Not finished yet" });
  await expect(unfinished.getByText("the call is not made yet")).toBeVisible();
  await expect(unfinished.getByRole("link", { name: PRICED_SKILL })).toHaveAttribute("href", /#run$/);

  const run = await request.post(`/v1/quotes/${quote.id}/run`, {
    data: {},
    headers: { "x-access-token": access_token },
  });
  expect(run.ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(unfinished).toHaveCount(0);
  await page.goto("/dashboard/spending");
  // On a phone the time and the name of the skill do not lie over each other.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const when = await bought.locator("tbody td").first().locator("time").boundingBox();
  const what = await bought.locator("tbody th").boundingBox();
  expect(when && what && (when.y >= what.y + what.height || when.x + when.width <= what.x)).toBe(true);
  await bought.getByRole("link", { name: /^rcp_/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  await expect(page.getByText(buyer.address)).toBeVisible();
});

test("whoever is signed in reads the word by which an agent may pay a price, and none of one that has ended", async ({
  page,
  request,
  signIn,
}) => {
  const payer = person("is asked by an agent");
  await fund(request, payer.address);
  const { quote } = await createQuote(request, payer.address);
  await signIn(page, payer, `/dashboard/spending?confirm=${quote.id}`);
  const asked = page.getByRole("region", { name: "An agent asks for your yes" });
  await expect(asked.getByText(PRICED_SKILL)).toBeVisible();
  await expect(asked.locator("code")).toHaveText(/^[\w-]{43}$/);
  await page.goto("/dashboard/spending?confirm=quo_00000000000000000000000000");
  await expect(asked.getByText("This price has expired, or it was paid.")).toBeVisible();
  await expect(asked.locator("code")).toHaveCount(0);
});
