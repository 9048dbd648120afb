import { createQuote, fund, pay, PRICED_SKILL, signedPayment } from "./api";
import { objections } from "./axe";
import { expect, person, test } from "./fixtures";
import type { APIRequestContext } from "@playwright/test";
import type { Person } from "./fixtures";

async function buy(request: APIRequestContext, buyer: Person) {
  await fund(request, buyer.address);
  const { quote, access_token: token } = await createQuote(request, buyer.address);
  await pay(request, quote.id, { transaction: signedPayment(quote, buyer) }, token);
  const headers = { "x-access-token": token };
  const ran = await request.post(`/v1/quotes/${quote.id}/run`, { data: {}, headers });
  const { run } = (await ran.json()) as { run: { receipt_id: string } };
  return { token, receipt: run.receipt_id };
}

test("the payer reads what was put in and came out, checks it offline, and finds it by its transaction", async ({
  page,
  context,
  request,
  signIn,
}) => {
  const buyer = person("reads a receipt");
  const { receipt } = await buy(request, buyer);
  await page.goto(`/receipts/${receipt}`);
  await expect(page.getByText(`bought one call of ${PRICED_SKILL} 1.0.0 for 0.00005 SOL`)).toBeVisible();
  await expect(page.getByText(/^The payment is (?:confirmed|final) on the chain/)).toBeVisible();
  const input = page.locator("#receipt-input pre");
  await expect(input).toHaveCount(0);

  await signIn(page, buyer, `/receipts/${receipt}`);
  await expect(input).toContainText('"text"');
  await expect(page.locator("#receipt-output pre")).toContainText('"clauses"');
  expect(await objections(page, "wide", "all")).toEqual([]);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Check this receipt" }).click();
  await expect(page.locator("#checked li")).toHaveText([
    /signed exactly this statement/,
    /add up to what was paid/,
    "The input shown here is the one that was signed.",
    "The output shown here is the one that was signed.",
  ]);
  await context.setOffline(false);

  await page.getByRole("link", { name: "among its payments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Spending" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Find a payment" }).getByRole("link", { name: /^rcp_/ }),
  ).toHaveAttribute("href", `/receipts/${receipt}`);
  expect(await objections(page, "wide", "all")).toEqual([]);
  const csv = await (await page.request.get("/api/spending.csv")).text();
  expect(csv.split("\r\n")).toHaveLength(3);
  expect(csv).toContain(receipt);
  await page.getByLabel("Signature of the transaction").fill("none of mine");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("None of your linked wallets made this payment")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an access token opens input and output once, and one of another call does not", async ({
    page,
    request,
  }) => {
    const [mine, other] = [
      await buy(request, person("has a token")),
      await buy(request, person("has another")),
    ];
    const show = async (token: string) => {
      await page.getByLabel("Access token").fill(token);
      await page.getByRole("button", { name: "Show input and output" }).click();
    };
    await page.goto(`/receipts/${mine.receipt}`);
    await show(other.token);
    await expect(page.getByText("This token does not open this call.")).toBeVisible();
    await show(mine.token);
    await expect(page.locator("#receipt-input pre")).toContainText('"text"');
    await page.goto(`/receipts/${mine.receipt}`);
    await expect(page.locator("#receipt-input pre")).toHaveCount(0);
  });
});
