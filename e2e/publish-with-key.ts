import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { sampleArchive } from "./sample-skill";

/** Makes a key on the page of keys. */
export async function makeKey(page: Page): Promise<string> {
  await page.goto("/keys");
  await page.getByLabel("Name").fill("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  return (await page.getByTestId("new-key").textContent()) ?? "";
}

/** Publishes a skill of that name, the small working one if no other is given, and waits until it is listed. */
export async function publish(
  request: APIRequestContext,
  key: string,
  name: string,
  buffer = sampleArchive(name),
): Promise<void> {
  const file = { name: `${name}.skill`, mimeType: "application/zip", buffer };
  const headers = { "x-api-key": key };
  const answer = await request.post("/v1/skills/upload", { headers, multipart: { file } });
  expect(answer.ok()).toBe(true);
  await expect.poll(async () => (await request.get(`/v1/skills/${name}`)).status()).toBe(200);
}
