import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";
import { sampleArchive } from "./sample-skill";

test.use(STILL);

test("what a key that may only stage has uploaded waits, is refused, and is released by its person", async ({
  page,
  request,
  signIn,
}) => {
  const name = `staged-${Date.now()}`;
  await signIn(page, person(`releases ${name}`), "/keys");
  await page.getByLabel("Name").fill("of a machine");
  await page.getByLabel(/^May only stage/).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByTestId("new-key").innerText()).trim();
  await page.reload();
  await expect(page.getByRole("row", { name: /of a machine/ })).toContainText("May only stage");

  const upload = () =>
    request.post("/v1/skills/upload", {
      headers: { "x-api-key": key },
      multipart: {
        skill_file: { name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) },
      },
    });
  const sent = await upload();
  expect(sent.status()).toBe(202);
  const { page_url: place } = (await sent.json()) as { page_url: string };
  expect((await request.get(`/v1/skills/${name}`)).status()).toBe(404);

  await page.goto("/dashboard");
  const waiting = page.getByRole("listitem").filter({ hasText: `staged by ${key.slice(0, 11)}` });
  await waiting.locator("summary").click();
  await page.getByRole("button", { name: `Discard ${name} for good` }).click();
  await expect(waiting).toHaveCount(0);
  expect((await request.get(`/v1/skills/${name}`)).status()).toBe(404);

  const again = await upload();
  const { page_url: second } = (await again.json()) as { page_url: string };
  expect(second).not.toBe(place);
  await page.goto(new URL(second).pathname);
  await expect(page.getByText(`Staged by ${key.slice(0, 11)}`)).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await page.waitForURL(/\/publish\/ver_/);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  expect((await request.get(`/v1/skills/${name}`)).status()).toBe(200);
});

test("a job of a repository is named for a skill, and ended", async ({ page, request, signIn }) => {
  const name = `trusting-${Date.now()}`;
  await signIn(page, person(`trusts ${name}`), "/dashboard/trusted");
  await expect(page.getByText("Publish the first version yourself")).toBeVisible();
  await publish(request, await makeKey(page), name);
  await page.goto("/dashboard/trusted");
  await page.getByLabel("Repository").fill("not a repository");
  await page.getByLabel("Workflow file").fill("publish.yml");
  await page.getByRole("button", { name: "Let it publish" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("Repository");
  await expect(page.getByLabel("Workflow file")).toHaveValue("publish.yml");
  await page.getByLabel("Repository").fill("acme/skills");
  await page.getByRole("button", { name: "Let it publish" }).click();
  const job = page.getByText("acme/skills · publish.yml");
  await expect(job).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(job).toHaveCount(0);
});
