import type { Page } from "@playwright/test";
import { startDnsServer, type Zone } from "@/lib/identity/domains/testing/dns-server";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, test } from "./fixtures";
import { publish } from "./publish-with-key";
import { registerByMail } from "./register-by-mail";

test.use(STILL);

let zone: Zone;
let stopDns = () => {};
test.beforeAll(async () => {
  // Whom the market asks for names; see scripts/market.ts.
  const port = Number(/:(\d+)$/.exec(process.env["DNS_SERVERS"] ?? "")?.[1]);
  ({ zone, close: stopDns } = await startDnsServer({ port }));
});
test.afterAll(() => stopDns());

test("a publisher proves a domain without scripts; their page, their skill and the API show it until it is removed", async ({
  browser,
  page,
  request,
}) => {
  const username = `domain-${Date.now()}`;
  const skill = `${username}-skill`;
  const domain = `a-rather-long-name-of-${username}.and-of-its-department.example`;
  const { key } = await registerByMail(page, username, "a long enough password");
  await publish(request, key, skill);
  const storageState = await page.context().storageState();
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  const part = plain.getByRole("region", { name: "Domains" });
  const press = (name: string) => part.getByRole("button", { name, exact: true }).click();
  const add = async (written: string) => {
    await part.getByLabel("Domain", { exact: true }).fill(written);
    await press("Add domain");
  };
  const shownBy = async (path: string) => {
    await plain.goto(path);
    return plain.getByText(domain).count();
  };

  await plain.goto("/settings");
  await add(`https://${domain}/about`);
  await expect(part.getByText("This is not a domain.").first()).toBeVisible();
  await expect(part.getByLabel("Domain", { exact: true })).toHaveValue(`https://${domain}/about`);
  await add(domain);
  await expect(part.getByText("Not proven: it is not shown anywhere.")).toBeVisible();

  await press("Check");
  await expect(part.getByRole("status")).toContainText("No such record was found in DNS.");
  await page.goto("/settings");
  expect(await objectionsInEveryView(page)).toEqual([]);
  const [name = "", value = ""] = await part.locator("pre").allTextContents();
  expect(name).toBe(`_emporion.${domain}`);
  expect(value).toMatch(/^emporion-publisher=[\d.:]+\/[\w-]{32}$/);
  zone.set(name, ["v=spf1 -all", value.slice(0, -1)]);
  await press("Check");
  await expect(part.getByRole("status")).toContainText("but not with this value");
  zone.set(name, "servfail");
  await press("Check");
  await expect(part.getByRole("status")).toContainText("DNS did not answer");
  expect(await shownBy(`/people/${username}`)).toBe(0);

  zone.set(name, ["v=spf1 -all", value]);
  await plain.goto("/settings");
  await press("Check");
  await expect(part.getByText(/^Proven on/)).toBeVisible();
  expect(await shownBy(`/skills/${skill}`)).toBe(1);
  await plain.getByRole("link", { name: domain }).click();
  await plain.waitForURL(`**/people/${username}#domains`);
  await expect(plain.getByText("That does not mean that their skills are safe.")).toBeVisible();
  const answer = (await (await request.get(`/v1/skills/${skill}`)).json()) as unknown;
  expect(answer).toMatchObject({ publisher_domains: [{ domain }], trust_level: "community" });
  expect(await lookAt(page, [`/people/${username}`, `/skills/${skill}`, "/settings"])).toEqual([]);

  await plain.goto("/settings");
  await part.getByText("Remove", { exact: true }).click();
  await press("Remove this domain");
  await expect(part.getByText("Saved.")).toBeVisible();
  expect([await shownBy(`/people/${username}`), await shownBy(`/skills/${skill}`)]).toEqual([0, 0]);
  await plain.context().close();
});

/** What axe and a narrow window object to on each page, in three languages. */
async function lookAt(page: Page, paths: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const locale of ["", "/zh-Hans", "/ko"]) {
    for (const path of paths) {
      await page.goto(`${locale}${path}`);
      wrong.push(...(await objectionsInEveryView(page)));
    }
  }
  return wrong;
}
