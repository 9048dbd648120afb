import { PRICED_SKILL } from "./api";
import { expect, person, test } from "./fixtures";
import { openRunForm } from "./open-run-form";
import { installTestWallet, setWalletRefuses, WALLET_NAME } from "./test-wallet";

test("a buyer pays for one call, sees the output and keeps a receipt", async ({
  page,
  context,
  takeTestMoney,
}) => {
  const buyer = person("buys a call");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);

  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  const balance = page.getByTestId("wallet-balance");
  await expect(balance).toHaveText("2 SOL");
  await page.getByRole("button", { name: /^Pay 0\.\d+ SOL and run$/ }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
  await expect(balance).toHaveText("1.999945 SOL");
  await expect(balance).toHaveAttribute("title", "1,999,945,000 lamports");

  // The end of the call is said where the button was, and to whoever listens; the next press pays again, and says so.
  await expect(page.getByTestId("paid")).toContainText(/Paid 0\.00005 SOL Receipt/);
  await expect(page.getByTestId("paid")).toBeFocused();
  await expect(
    page
      .locator("#run")
      .getByRole("status")
      .filter({ hasText: "Paid 0.00005 SOL. Done: the output is below." }),
  ).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Run again (pays 0.000055 SOL again)" })).toBeVisible();

  await page.getByRole("link", { name: "Receipt", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^Receipt · ${PRICED_SKILL} [0-9.]+ – Emporion$`));
  await expect(page.getByText(buyer.address)).toBeVisible();
  await expect(page.getByText("50,000 lamports", { exact: true })).toBeVisible();
});

test("a buyer who leaves after signing finds the paid call again", async ({
  page,
  context,
  takeTestMoney,
}) => {
  const buyer = person("leaves too early");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  // The answer to the payment never reaches the page.
  await page.route("**/payment", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("button", { name: "Run again" })).toBeVisible();
  await page.unroute("**/payment");

  await page.reload();
  // Nobody knows whether a run failed that was never seen: only that the payment has no result.
  await expect(page.getByText("Paid, but there is no result.")).toBeVisible();
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
  await page.goto(`/ledger?address=${buyer.address}`);
  await expect(page.getByText("1,999,945,000 lamports")).toBeVisible();
});

test("a quote that ended loses nothing of what was written, on another day either", async ({
  page,
  context,
  takeTestMoney,
}) => {
  const buyer = person("comes back a day later");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  await openRunForm(page, `/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  const field = page.locator("#run textarea").first();
  await field.fill("Written with care.");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.route("**/payment", (route) => route.abort());
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("button", { name: "Run again" })).toBeVisible();

  await page.unroute("**/payment");
  await page.route("**/payment", (route) =>
    route.fulfill({ status: 410, json: { error_code: "QUOTE_EXPIRED", detail: "This quote has ended." } }),
  );
  await page.reload();
  await expect(field).toHaveValue("Written with care.");
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(
    page.getByText("The quote expired before the payment was taken. Nothing was charged."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay / })).toBeVisible();
  await expect(field).toHaveValue("Written with care.");
});

test("three calls bought with one signature are spent one at a time, also after a reload", async ({
  page,
  context,
  takeTestMoney,
}) => {
  const buyer = person("buys three calls");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByLabel("Calls to buy").fill("3");
  await expect(page.getByText("Skill, 3 calls")).toBeVisible();
  await expect(page.getByText("155,000 lamports")).toBeVisible();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Pay 0.000155 SOL and run" }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
  await expect(page.getByText("2 of 3 paid calls left")).toBeVisible();

  await page.reload();
  await expect(page.getByText("2 of 3 paid calls left")).toBeVisible();
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "Run call 2 of 3" }).click();
  await expect(page.getByText("1 of 3 paid calls left")).toBeVisible();
  await page.getByRole("button", { name: "Run call 3 of 3" }).click();
  await expect(page.getByRole("button", { name: /^Run again \(pays / })).toBeVisible();
  await page.goto(`/ledger?address=${buyer.address}`);
  await expect(page.getByText("1,999,845,000 lamports")).toBeVisible();
});

test("a balance nobody knows is not shown, and one that comes late moves nothing", async ({
  page,
  context,
}) => {
  await installTestWallet(context, person("has an unknown balance"));
  let answers = 0;
  let tell = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  await page.route("**/v1/wallets/*", async (route) => {
    await told;
    await (answers++ === 0 ? route.continue() : route.fulfill({ status: 503, body: "{}" }));
  });
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: WALLET_NAME }).click();
  const pay = page.getByRole("button", { name: /^Pay 0/ });
  const change = page.getByRole("button", { name: "Change", exact: true });
  await expect(change).toBeVisible();
  await page.evaluate(() => document.fonts.ready); // lines that break anew move the page
  const place = async () => [(await pay.boundingBox())?.y, (await change.boundingBox())?.y];
  const before = await place();
  tell();
  const balance = page.getByTestId("wallet-balance");
  await expect(balance).toHaveText("0 SOL");
  expect(await place()).toEqual(before);
  await change.click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect.poll(() => answers).toBe(2);
  await expect(pay).toBeEnabled();
  await expect(balance).toHaveCount(0);
});

test("a wallet that refuses to pay is charged nothing", async ({ page, context, takeTestMoney }) => {
  const buyer = person("refuses to pay");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect(page.getByTestId("wallet-balance")).toHaveText("2 SOL"); // it has let the page in
  await setWalletRefuses(page, true);
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByText("Your wallet refused. Nothing was charged.")).toBeVisible();
  await page.goto(`/ledger?address=${buyer.address}`);
  await expect(page.getByText("2,000,000,000 lamports")).toBeVisible();
});

test("a wallet that does not connect is not silent about it, and another one can be chosen", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const connect = () => Promise.reject(new Error("Wallet is locked"));
    const features = {
      "standard:connect": { version: "1.0.0", connect },
      "solana:signMessage": {},
      "solana:signTransaction": {},
    };
    const locked = { version: "1.0.0", name: "Locked wallet", icon: "", chains: [], accounts: [], features };
    globalThis.addEventListener("wallet-standard:app-ready", (event) =>
      (event as CustomEvent<{ register(wallet: unknown): void }>).detail.register(locked),
    );
  });
  await installTestWallet(context, person("has two wallets"));
  await page.goto(`/ko/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Locked wallet" }).click();
  await expect(page.locator("#run").getByRole("alert")).toContainText("지갑에 연결하지 못했습니다");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect(page.locator("#run").getByRole("alert")).toHaveCount(0);
  await expect(page.getByTestId("wallet-balance")).toBeVisible();
});

test("whoever leaves for test money finds what they had written, in their language", async ({
  page,
  context,
}) => {
  await installTestWallet(context, person("has nothing yet"));
  await page.goto(`/ko/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: WALLET_NAME }).click();
  const text = page.locator('[name="input.text"]');
  await text.fill("第一条 租金");
  await page.getByRole("link", { name: "테스트 코인 받기" }).click();
  await page.waitForURL("**/ko/ledger?**");
  await page.getByRole("button", { name: /SOL/ }).click();
  await expect(page.getByText(/^테스트 코인 .* SOL을 보냈습니다/)).toBeVisible();
  await page.getByRole("link", { name: "이전 페이지로 돌아가기" }).click();
  await page.waitForURL(`**/ko/skills/${PRICED_SKILL}`);
  await expect(text).toHaveValue("第一条 租金");
  await page.reload();
  await expect(text).toHaveValue("");
});

test("whoever is told that the offer is another one is shown the new one, and what they had written", async ({
  page,
  context,
  takeTestMoney,
}) => {
  const buyer = person("meets another price");
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "As JSON" }).click();
  const json = page.getByLabel("Input");
  const written = await json.inputValue();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  // As if a version of another price had been published since the page was opened.
  await page.route("**/v1/quotes", async (route) => {
    const answer = await route.fetch();
    const { quote, ...rest } = (await answer.json()) as { quote: Record<string, unknown> };
    await route.fulfill({
      response: answer,
      json: { ...rest, quote: { ...quote, price_lamports: "60000" } },
    });
  });
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(
    page.getByText("What would be paid is not what this page shows. Nothing was charged."),
  ).toBeVisible();
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Show the offer as it is now" }).click();
  await reloaded;
  await expect(json).toHaveValue(written);
});

test("the built-in demo wallet buys a call in a minute", async ({ page }) => {
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Demo wallet (local ledger only)" }).click();
  await page.getByRole("link", { name: "Get test money" }).click();
  await page.getByRole("button", { name: /Get .* SOL of test money/ }).click();
  await expect(page.getByText("SOL of test money sent.")).toBeVisible();
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
});
