import { startIssuerOfOwn, type OwnIssuer } from "@/lib/web/auth/testing/own-issuer";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, test } from "./fixtures";

test.use(STILL);
test.describe.configure({ mode: "serial" });

let issuer: OwnIssuer;
test.beforeAll(async () => {
  const [{ issuer: address }] = JSON.parse(process.env["OIDC_ISSUERS"] ?? "") as [{ issuer: string }];
  issuer = await startIssuerOfOwn({}, Number(new URL(address).port));
});
test.afterAll(() => issuer.close());

const somebody = () => {
  const sub = `mira-${Date.now()}`;
  return { sub, email: `${sub}@acme.example` };
};

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("an issuer opens an account, and lets its person in again; the settings say so", async ({
      page,
    }) => {
      const claims = somebody();
      issuer.expect({ claims });
      await page.goto("/sign-in?return=%2Fkeys");
      await page.getByRole("link", { name: "Sign in with Acme" }).click();
      await expect(page).toHaveURL(/\/sign-in\/name\?return=%2Fkeys$/);
      await page.getByRole("link", { name: "Later" }).click();
      await expect(page).toHaveURL(/\/keys$/);
      await page.goto("/settings");
      const part = page.getByRole("region", { name: "Linked sign-ins" });
      await expect(part.getByText("Acme", { exact: true })).toBeVisible();
      await expect(part.getByText(`whoever has your address ${claims.email} there`)).toBeVisible();
      if (javaScriptEnabled) expect(await objectionsInEveryView(page)).toEqual([]);

      await page.context().clearCookies();
      await page.goto("/sign-in?return=%2Fsettings");
      await page.getByRole("link", { name: "Sign in with Acme" }).click();
      await expect(page).toHaveURL(/\/settings$/);
      await part.getByRole("button", { name: "Unlink" }).click();
      await expect(page).toHaveURL(/\/sign-in/); // its session is over
    });
  });

test("whoever is refused is told why, in their language, and goes on to where they wanted", async ({
  page,
}) => {
  issuer.expect({ claims: { ...somebody(), email_verified: false } });
  await page.goto("/ko/sign-in?return=%2Fko%2Fkeys");
  await page.locator("a[href^='/api/sign-in/issuer']").click();
  await expect(page).toHaveURL(/\/ko\/sign-in\?refused=email_unverified/);
  await expect(page.getByRole("alert").getByText("이메일 주소가 확인되지 않았습니다")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  issuer.expect({ claims: { aud: "another-client" } });
  await page.locator("a[href^='/api/sign-in/issuer']").click();
  await expect(page.getByRole("alert").getByText("(aud)")).toBeVisible();
});

test("a link of another site begins no sign-in", async ({ request }) => {
  const headers = { "sec-fetch-site": "cross-site" };
  const answer = await request.get("/api/sign-in/issuer?id=acme&link=1", { headers, maxRedirects: 0 });
  expect(answer.status()).toBe(400);
});

test("an account of the issuer's address is joined by linking as well, after a proof", async ({ page }) => {
  const claims = somebody();
  const email = `elsewhere-${Date.now()}@example.org`;
  await page.goto("/sign-in?return=%2Fsettings");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await page.goto("/outbox");
  const link = page
    .getByRole("article")
    .filter({ hasText: email })
    .getByRole("link", { name: /sign-in\/mail/ });
  await page.goto((await link.first().getAttribute("href")) ?? "");
  await page.getByRole("link", { name: "Later" }).click();
  issuer.expect({ claims });
  await page.getByRole("link", { name: "Link Acme" }).click();
  await expect(page).toHaveURL(/\/settings\?done=issuers#issuers$/);
  await page.context().clearCookies();
  await page.goto("/sign-in?return=%2Fsettings");
  await page.getByRole("link", { name: "Sign in with Acme" }).click();
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
});
