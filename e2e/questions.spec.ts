import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { openSession } from "./open-session";
import { publish } from "./publish-with-key";
import { registerByMail } from "./register-by-mail";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a reader asks, the owner is told and answers, the reader is told; an answer is reported and hidden", async ({
    browser,
    baseURL,
    page,
    request,
  }) => {
    const username = `asked-${Date.now()}`;
    const skill = `${username}-skill`;
    const owner = await registerByMail(page, username, "a long enough password");
    await publish(request, owner.key, skill);

    const reading = await browser.newContext(baseURL ? { baseURL, javaScriptEnabled: false } : {});
    const reader = await reading.newPage();
    const asker = `asks-${Date.now()}`;
    const asking = await registerByMail(reader, asker, "a long enough password");
    await reader.goto(`/skills/${skill}`);
    await reader.getByRole("link", { name: "Ask a question" }).click();
    await expect(reader.getByText("Nobody has asked anything yet.")).toBeVisible();
    await reader.getByLabel(/^Your question/).fill("Does it count\nempty words?");
    await reader.getByRole("button", { name: "Publish question" }).click();
    await expect(reader.getByText("Published.")).toBeVisible();
    const question = new URL(reader.url()).searchParams.get("question") ?? "";

    await page.goto("/dashboard");
    await expect(page.getByText(`${skill} has 1 question that you have not answered.`)).toBeVisible();
    await page.goto("/outbox");
    const told = owner.mails().filter({ hasText: `A question about ${skill}` });
    await expect(told).not.toContainText("empty words");
    await told.getByRole("link", { name: /\/questions\?question=/ }).click();
    await page.getByLabel(/^Your answer/).fill("It does not.");
    await page.getByRole("button", { name: "Publish answer" }).click();
    const answer = page.getByRole("listitem").filter({ hasText: "It does not." });
    await expect(answer.getByText("owner", { exact: true })).toBeVisible();
    await page.goto("/dashboard");
    await expect(page.getByText("that you have not answered")).toHaveCount(0);

    await reader.goto("/outbox");
    const answered = asking.mails().filter({ hasText: `An answer to your question about ${skill}` });
    await answered.getByRole("link", { name: /\/questions\?question=/ }).click();
    await expect(reader.getByText("It does not.")).toBeVisible();

    const spam = await request.post(`/v1/skills/${skill}/questions/${question}/answers`, {
      headers: { "x-api-key": asking.key },
      data: { text: "Buy my words instead." },
    });
    expect(spam.status()).toBe(201);
    await page.goto(`/skills/${skill}/questions?question=${question}`);
    await page
      .getByRole("listitem")
      .filter({ hasText: "Buy my words instead." })
      .getByRole("link", { name: `Report of ${asker}` })
      .click();
    await expect(page.getByRole("blockquote")).toHaveText("Buy my words instead.");
    await page.getByLabel("Reason").selectOption("spam");
    await page.getByLabel(/^What is wrong/).fill("An advertisement.");
    await page.getByRole("button", { name: "Send report" }).click();
    await page.getByRole("link", { name: "See its status" }).click();
    await expect(page.getByText("Question or answer under")).toBeVisible();
    const state = new URL(page.url()).pathname;

    const office = await openOffice(browser, baseURL, "/administration/reports");
    const report = office.getByRole("listitem").filter({ hasText: "An advertisement." });
    await expect(report).toContainText("Buy my words instead.");
    await report.getByLabel(/^Decision/).fill("No advertisements.");
    await report.getByRole("button", { name: "Hide it" }).click();
    await expect(office.getByText(`Hidden: ${skill}`)).toBeVisible();
    expect(await objectionsInEveryView(office)).toEqual([]);
    await office.goto(`/skills/${skill}/questions?question=${question}`);
    expect(await objectionsInEveryView(office)).toEqual([]);
    await office.goto("/administration/quarantine");
    await expect(office.getByText("Buy my words instead.")).toBeVisible();
    await office.context().close();

    await page.goto(state);
    await expect(page.getByText("Upheld")).toBeVisible();
    await reader.goto(`/skills/${skill}/questions?question=${question}`);
    await expect(reader.getByText("Buy my words instead.")).toHaveCount(0);
    await reader.goto("/outbox");
    await expect(
      asking.mails().filter({ hasText: `A text of yours under ${skill} was hidden` }),
    ).toContainText("No advertisements.");

    await reader.goto(`/skills/${skill}/questions?question=${question}`);
    await reader.getByRole("button", { name: "Take back" }).click();
    await expect(reader.getByText("Taken back.")).toBeVisible();
    await expect(reader.getByText("Its author took this question back.")).toBeVisible();
    await expect(reader.getByText("It does not.")).toBeVisible();
    await reading.close();
  });
});

test("who is not signed in comes back to the form; a question that is refused comes back as it was", async ({
  context,
  baseURL,
  page,
}) => {
  await page.goto("/ko/skills/sql-format/questions");
  await page.getByRole("link", { name: "로그인하면 묻고 답할 수 있습니다." }).click();
  await expect(page).toHaveURL(/sign-in\?return=.*questions/);
  await openSession(context, baseURL, person("asks twice"));
  await page.goto("/zh-Hans/skills/sql-format/questions");
  await page.getByLabel(/^您的提问/).fill("   ");
  await page.getByRole("button", { name: "发布提问" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("您的提问");
});
