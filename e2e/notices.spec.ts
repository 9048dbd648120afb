import { expect, test } from "./fixtures";
import { openOffice } from "./office";
import { publish } from "./publish-with-key";
import { registerByMail } from "./register-by-mail";

test.use({ javaScriptEnabled: false });

test("an owner is mailed why their skill was taken down, and switches such mails off, without scripts", async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  const username = `noticed-${Date.now()}`;
  const skill = `${username}-skill`;
  const { key, mails } = await registerByMail(page, username, "a long enough password");
  await publish(request, key, skill);

  const office = await openOffice(browser, baseURL, "/administration/quarantine");
  const held = office.getByRole("listitem").filter({ hasText: skill });
  const quarantine = async (reason: string) => {
    await office.getByLabel(/^Skill/).fill(skill);
    const form = office.locator("form").filter({ has: office.getByLabel(/^Skill/) });
    await form.getByLabel(/^Decision/).fill(reason);
    await form.getByRole("button", { name: "Quarantine", exact: true }).click();
    await expect(held).toHaveCount(1);
  };
  const release = async () => {
    await held.getByLabel(/^Decision/).fill("Mended.");
    await held.getByRole("button", { name: "End quarantine" }).click();
    await expect(held).toHaveCount(0);
  };
  await quarantine("It counts empty words twice.");

  await page.goto("/outbox");
  const told = mails().filter({ hasText: `${skill} is in quarantine` });
  await expect(told.getByText("It counts empty words twice.")).toBeVisible();
  await told.getByRole("link", { name: /\/quarantine$/ }).click();
  await page.getByLabel(/^Why should this be changed/).fill("It does not any more.");
  await page.goto("/outbox");
  await told.getByRole("link", { name: /\/settings#mails$/ }).click();

  const wanted = page.getByLabel("Email me about my skills");
  await expect(wanted).toBeChecked();
  await wanted.uncheck();
  await page.getByLabel("Language of emails about skills").selectOption("ko");
  const save = page.locator("form").filter({ has: wanted }).getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(wanted).not.toBeChecked();
  await expect(page.getByLabel("Language of emails about skills")).toHaveValue("ko");
  await release();
  await page.goto("/outbox");
  await expect(mails().filter({ hasText: skill })).toHaveCount(1);

  await page.goto("/settings");
  await wanted.check();
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await quarantine("Again.");
  await page.goto("/outbox");
  await expect(mails().filter({ hasText: `${skill} 스킬이 격리되었습니다` })).toHaveCount(1);
  await release();
  await office.context().close();
});
