import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey } from "./publish-with-key";

test.use(STILL);

/** A free skill of the starter catalogue that nobody has sealed. */
const FREE = "iban-check";

test("an account sets what its keys may call, in words; a call that the policy refuses names the rule", async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page, person("sets a policy"), "/keys");
  const key = await makeKey(page);
  const call = () =>
    request.post(`/v1/skills/${FREE}/run`, {
      headers: { "x-api-key": key },
      data: { input: { ibans: ["DE89 3704 0044 0532 0130 00"] } },
    });
  expect((await call()).status()).toBe(200);

  await page.goto("/settings#policy");
  const part = page.getByRole("region", { name: "Policy" });
  await part.getByLabel("Published by one of these accounts").fill("two words");
  await part.getByLabel("Published at least so many days ago").fill("3");
  await part.getByLabel("Network").check();
  await part.getByRole("button", { name: "Save policy" }).click();
  await expect(part.getByText("Nothing was changed.")).toBeVisible();
  await expect(part.getByLabel("Published at least so many days ago")).toHaveValue("3");
  await expect(part.getByLabel("Network")).toBeChecked();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await part.getByLabel("Published by one of these accounts").fill("somebody-else");
  await part.getByLabel("Published at least so many days ago").fill("");
  await part.getByLabel("Network").uncheck();
  await part.getByLabel("Gravest finding allowed").selectOption("none");
  await part.getByLabel("Subprocess").check();
  await part.getByRole("button", { name: "Save policy" }).click();
  await expect(part.getByText("Saved.")).toBeVisible();
  await expect(part.getByLabel("Published by one of these accounts")).toHaveValue("somebody-else");
  await expect(part.getByLabel("Subprocess")).toBeChecked();
  expect(await objectionsInEveryView(page)).toEqual([]);

  const refused = await call();
  expect([refused.status(), await refused.json()]).toEqual([
    403,
    expect.objectContaining({ error_code: "POLICY_REFUSED", reason: "trustedPublishers" }),
  ]);
  const own = await request.get("/v1/account/policy", { headers: { "x-api-key": key } });
  expect(await own.json()).toMatchObject({
    number: 1,
    policy: {
      policyVersion: 1,
      trustedPublishers: ["somebody-else"],
      severityCeiling: "none",
      deniedPermissions: ["subprocess"],
    },
  });
  expect((await request.get("/schemas/policy-1.json")).status()).toBe(200);
});

test("who saves a policy that was changed meanwhile is shown the one in force, in every language", async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page, person("changes a policy twice"), "/settings");
  await page.goto("/settings");
  const part = page.getByRole("region", { name: "Policy" });
  const other = await context.newPage();
  await other.goto("/settings");
  const first = other.getByRole("region", { name: "Policy" });
  await first.getByLabel("Licenses allowed").fill("MIT");
  await first.getByRole("button", { name: "Save policy" }).click();
  await expect(first.getByText("Saved.")).toBeVisible();
  await part.getByLabel("Hosts it must not speak to").fill("*.example.com");
  await part.getByRole("button", { name: "Save policy" }).click();
  await expect(part.getByText("It was changed meanwhile")).toBeVisible();
  await expect(part.getByLabel("Licenses allowed")).toHaveValue("MIT");
  await expect(part.getByLabel("Hosts it must not speak to")).toHaveValue("");
  for (const [language, title] of [
    ["zh-Hans", "策略"],
    ["ko", "정책"],
  ] as const) {
    await page.goto(`/${language}/settings`);
    await expect(page.getByRole("region", { name: title }).getByText("MIT")).toBeVisible();
    expect(await objectionsInEveryView(page)).toEqual([]);
  }
});
