import { expect, test, person } from "./fixtures";

interface Begun {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}

test("a person lets a program in by the code it shows, once, and finds its key", async ({
  page,
  request,
  signIn,
}) => {
  const begun = (await (
    await request.post("/api/cli/device/code", { data: { label: "my terminal" } })
  ).json()) as Begun;
  const ask = async () => {
    const grant = "urn:ietf:params:oauth:grant-type:device_code";
    const data = { device_code: begun.device_code, grant_type: grant };
    return (await (await request.post("/api/cli/device/token", { data })).json()) as Record<string, string>;
  };
  expect(await ask()).toEqual({ error: "authorization_pending" });

  await signIn(page, person("lets a program in"), "/device");
  await page.getByLabel("Code").fill("BCDF-GHJK");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert").getByText("This code is not valid")).toBeVisible();

  await page.goto(new URL(begun.verification_uri_complete).pathname + `?code=${begun.user_code}`);
  await expect(page.getByText("my terminal")).toBeVisible();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("status").getByText("Program connected")).toBeVisible();

  const { access_token: key = "" } = await ask();
  expect(key).toMatch(/^sk_/);
  const who = await request.get("/api/v1/whoami", { headers: { authorization: `Bearer ${key}` } });
  expect(who.status()).toBe(200);
  expect(await ask()).toEqual({ error: "invalid_grant" });
  await page.goto("/keys");
  await expect(page.getByRole("rowheader", { name: "my terminal" })).toBeVisible();
});
