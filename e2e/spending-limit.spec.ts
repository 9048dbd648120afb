import { sign } from "node:crypto";
import { PRICED_SKILL } from "./api";
import { objections } from "./axe";
import { expect, person, test } from "./fixtures";
import type { Page } from "@playwright/test";

const SPENDING = "/dashboard/spending";

/** Buys one call of 50,000 lamports on the page of the skill, as far as it goes. */
async function pressPay(page: Page): Promise<void> {
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: /^(?:Pay 0\.\d+ SOL and run|Run again \(pays)/ }).click();
}

async function signLimit(page: Page, open: string, perDay: string): Promise<void> {
  await page.goto(SPENDING);
  await page.getByRole("link", { name: open }).click();
  await page.getByLabel("Most for one call, lamports").fill("100,000");
  await page.getByLabel("Most in any 24 hours, lamports").fill(perDay);
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await page.getByRole("button", { name: /^Sign with/ }).click();
  await expect(page.getByText("The limit is in force now.")).toBeVisible();
}

test("a wallet signs a limit, which is kept, said in words, raised and removed", async ({
  page,
  signIn,
  takeTestMoney,
}) => {
  const buyer = person("signs a limit");
  await takeTestMoney(page, buyer.address);
  await signIn(page, buyer, SPENDING);
  await expect(
    page.getByText("No limit. The market takes every payment that this wallet signs."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Set a limit" }).click();
  const perCall = page.getByLabel("Most for one call, lamports");
  await perCall.fill("none");
  await page.getByLabel("Most in any 24 hours, lamports").fill("5000");
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(perCall).toBeFocused();
  await expect(perCall).toHaveAccessibleDescription(/must be a whole number of lamports/);
  await perCall.fill("1000");
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await page.getByText("Or sign these bytes elsewhere").click();
  await page.getByLabel("Signature of the wallet").fill("not one");
  await page.getByRole("button", { name: "Send the signature" }).click();
  await expect(page.getByText("This is not the wallet’s signature of the text.")).toBeVisible();
  await expect(perCall).toBeVisible();
  await signLimit(page, "Set a limit", "60,000");
  const limits = page.getByRole("region", { name: "Limits" });
  await expect(limits.getByText("60,000 lamports (0.00006 SOL)")).toBeVisible();
  await limits.getByText("The text that the wallet signed").click();
  await expect(limits.getByText('"perDayLamports":"60000"')).toBeVisible();
  expect(await objections(page, "wide", "all")).toEqual([]);

  await pressPay(page);
  await expect(page.getByTestId("run-output")).toBeVisible();
  await pressPay(page);
  await expect(page.getByText("Beyond the limit of your wallet")).toBeVisible();
  await expect(
    page.getByText(/more would be paid in 24 hours than the limit allows\. Nothing was paid\./),
  ).toBeVisible();
  await page.getByRole("link", { name: "See and change the limit" }).click();
  await expect(limits.getByText("50,000 lamports")).toBeVisible();

  await signLimit(page, "Change the limit", "200,000");
  await pressPay(page);
  // The page shows the call of before until this one is made; only a call made just now says what it cost.
  await expect(page.getByTestId("paid")).toContainText("Paid 0.00005 SOL");

  await page.goto(SPENDING);
  await page.getByRole("link", { name: "Remove the limit" }).click();
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(page.getByText("removes the limits of this wallet")).toBeVisible();
  await page.getByRole("button", { name: /^Sign with/ }).click();
  await expect(page.getByText("The limit is removed.")).toBeVisible();
  await expect(page.getByText("No limit. The last one was removed")).toBeVisible();
  const csv = await (await page.request.get("/api/spending.csv")).text();
  expect(csv.trim().split("\r\n")).toHaveLength(3);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the exact bytes are shown, and the signature that somebody pastes sets the limit", async ({
    page,
    signIn,
  }) => {
    const owner = person("signs elsewhere");
    await signIn(page, owner, `${SPENDING}?change=${owner.address}`);
    const prepare = async (perDay: string) => {
      await page.getByLabel("Most for one call, lamports").fill("1000");
      await page.getByLabel("Most in any 24 hours, lamports").fill(perDay);
      await page.getByRole("button", { name: "Show what will be signed" }).click();
    };
    await prepare("none");
    await expect(page.getByText("must be a whole number of lamports").first()).toBeVisible();
    await prepare("5000");
    await page.getByText("Or sign these bytes elsewhere").click();
    const message = (await page.getByTestId("bytes-to-sign").textContent()) ?? "";
    const paste = async (signature: string) => {
      await page.getByLabel("Signature of the wallet").fill(signature);
      await page.getByRole("button", { name: "Send the signature" }).click();
    };
    await paste("not one");
    await expect(page.getByText("This is not the wallet’s signature of the text.")).toBeVisible();
    await prepare("5000");
    await page.getByText("Or sign these bytes elsewhere").click();
    const again = (await page.getByTestId("bytes-to-sign").textContent()) ?? "";
    expect(again.length).toBe(message.length);
    await paste(sign(null, Buffer.from(again, "base64"), owner.key).toString("base64"));
    await expect(page.getByText("The limit is in force now.")).toBeVisible();
    await expect(page.getByText("5,000 lamports (0.000005 SOL)").first()).toBeVisible();
  });
});
