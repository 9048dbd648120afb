import { awake } from "./awake";
import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { openOffice } from "./office";
import { makeKey, publish } from "./publish-with-key";
import { reportFromElsewhere } from "./report-from-elsewhere";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

test("somebody reviews a skill, changes the review, and the rating shows", async ({ page, signIn }) => {
  await signIn(page, person("writes a review"), "/skills/json-diff/reviews");
  await page.getByLabel("Rating").selectOption("5");
  await page.getByLabel(/^What should others know/).fill("Says what differs, and nothing else.");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Publish review" }).click();
  // On a phone the reviews are far below the head of the page: what came of it is in sight.
  const saved = page.getByText("Your review is published.");
  await expect(saved).toBeInViewport();
  await expect(page.getByText("Says what differs, and nothing else.").first()).toBeVisible();
  await page.goto("/skills/json-diff/reviews");
  await page.getByLabel("Rating").selectOption("4");
  await page.getByRole("button", { name: "Change my review" }).click();
  await expect(saved).toBeInViewport();
  await expect(page.getByText("4.0 of 5, from 1 review")).toBeVisible();
  await page.goto("/skills?sort=rating");
  await expect(page.getByText("★ 4.0 (1)")).toBeVisible();
});

test("who is not signed in is asked to before a challenge is written, and comes back to it", async ({
  page,
  context,
}) => {
  await installTestWallet(context, person("doubts a seal"));
  await page.goto("/skills/json-diff/security");
  await expect(page.getByLabel(/^What is wrong/)).toHaveCount(0);
  await page.getByRole("link", { name: "Sign in to challenge this version" }).click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.getByText("Challenge this version").click();
  await expect(page.getByLabel(/^What is wrong/)).toBeVisible();
});

test("an administrator finds the pages of administration on the dashboard; others do not", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const office = await openOffice(browser, baseURL, "/dashboard");
  await office.getByRole("link", { name: "Administration" }).click();
  await expect(office.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
  await office.getByRole("link", { name: "Verifiers and challenges" }).click();
  await expect(office.getByRole("heading", { name: "Applications" })).toBeVisible();
  await office.context().close();
  await signIn(page, person("administrates nothing"));
  await expect(page.getByRole("link", { name: "Settings" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
});

test("an administrator's forms, sent by somebody else, change nothing", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const office = await openOffice(browser, baseURL, "/administration/people");
  await signIn(page, person("forges a form"), "/settings");
  for (const [path, given] of Object.entries({
    quarantine: { skill: "json-diff", reason: "forged" },
    audits: { address: person("forges a form").address, name: "forged" },
  })) {
    await office.goto(`/administration/${path}`);
    const forms = office.locator("main form:has(input[name^='$ACTION'])");
    const answers: string[] = [];
    for (const form of await forms.all()) {
      const hidden = await form
        .locator("input[type=hidden]")
        .evaluateAll((all) =>
          all.map((each) => [each.getAttribute("name"), each.getAttribute("value") ?? ""]),
        );
      const fields = { ...Object.fromEntries(hidden), ...given } as Record<string, string>;
      const sent = await page.request.post(`/administration/${path}`, {
        multipart: fields,
        headers: { origin: new URL(page.url()).origin },
        maxRedirects: 0,
      });
      answers.push(`${sent.status()} ${/problem=\w+/.exec(sent.headers()["location"] ?? "")?.[0] ?? ""}`);
    }
    // A case that another test has opened meanwhile asks for a choice, which is not among what is sent here.
    const decided = new Set(answers.filter((answer) => answer !== "400 "));
    expect([...decided]).toEqual(["303 problem=PERMISSION_DENIED"]);
  }
  await office.context().close();
});

test("a report that is refused comes back with what was written", async ({ page }) => {
  const report = async (text: string) => {
    await page.goto("/skills/sql-format/report");
    await page.getByLabel("Reason").selectOption("broken");
    await page.getByLabel(/^What is wrong/).fill(text);
    await page.getByRole("button", { name: "Send report" }).click();
  };
  await report("It forgets a comma.");
  await expect(page.getByText("Your report has been sent")).toBeVisible();
  await report("It forgets a second one.");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue("It forgets a second one.");
  await expect(page.getByLabel("Reason")).toHaveValue("broken");
});

test("an empty report is refused in the reader's language, at the field that is empty", async ({ page }) => {
  await page.goto("/ko/skills/sql-format/report");
  await page.getByRole("button", { name: "신고 보내기" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("‘사유’");
  await expect(page.getByLabel("사유")).toHaveAccessibleDescription(/‘사유’/);
});

test("a reader reports a skill, an administrator quarantines it, and gives it back", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  // Of its own: others look at what all have meanwhile.
  const skill = `out-and-back-${Date.now()}`;
  const owner = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signIn(owner, person("is reported"), "/keys");
  await publish(owner.request, await makeKey(owner), skill);
  await owner.context().close();
  await page.goto(`/skills/${skill}`);
  await page.getByRole("link", { name: "Report this skill" }).click();
  await expect(page).toHaveTitle(`Report this skill · ${skill} – Emporion`);
  await page.getByLabel("Reason").selectOption("misleading");
  await page.getByLabel(/^What is wrong/).fill("It counts empty columns twice.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Your report has been sent")).toBeVisible();
  await page.getByRole("link", { name: "See its status" }).click();
  await expect(page.getByText("Open: an administrator will decide")).toBeVisible();
  const state = new URL(page.url()).pathname;

  const office = await openOffice(browser, baseURL, "/administration/reports");
  const report = office.getByRole("listitem").filter({ hasText: skill });
  await report.getByLabel(/^Decision/).fill("It does. Out until it is mended.");
  await report.getByRole("button", { name: "Quarantine the skill" }).click();
  await expect(office.getByText(`In quarantine: ${skill}`)).toBeVisible();

  await page.goto(state);
  await expect(page.getByText("Upheld")).toBeVisible();
  await expect(page.getByText("It does. Out until it is mended.")).toBeVisible();
  await expect(page.getByText("It counts empty columns twice.")).toHaveCount(0);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.goto(`/ko${state}`);
  expect(await objectionsInEveryView(page)).toEqual([]);

  await page.goto(`/ko/skills/${skill}`);
  await page.waitForURL(`**/ko/skills/${skill}/quarantine`);
  await expect(page).toHaveTitle(new RegExp(` · ${skill} – Emporion$`));
  await expect(page.getByRole("main").getByRole("link", { name: "스킬 둘러보기" })).toBeVisible();
  await expect(page.getByText("It does. Out until it is mended.")).toBeVisible();
  expect((await page.request.get(`/v1/skills/${skill}`)).status()).toBe(403);

  await office.getByRole("link", { name: "Quarantine" }).click();
  const held = office.getByRole("listitem").filter({ hasText: skill });
  await held.getByLabel(/^Decision/).fill("Mended.");
  await held.getByRole("button", { name: "End quarantine" }).click();
  await expect(held).toHaveCount(0);
  await office.context().close();
  await page.goto(`/skills/${skill}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(skill);
});

test("a decision half written stays when another one is sent, and refused", async ({ browser, baseURL }) => {
  const texts = [`It is slow. ${Date.now()}`, `It is no use. ${Date.now()}`, `It never ends. ${Date.now()}`];
  const skills = ["roman-numerals", "text-wrap", "unit-conversion"];
  for (const [i, text] of texts.entries())
    expect(await reportFromElsewhere(baseURL ?? "", skills[i] ?? "", text)).toBe(201);
  const office = await openOffice(browser, baseURL, "/administration/reports");
  const [sent, refused, half] = texts.map((text) => office.getByRole("listitem").filter({ hasText: text }));
  await awake(refused!.getByRole("button", { name: "Dismiss" })); // without scripts what is half written is lost
  await half?.getByLabel(/^Decision/).fill("I have begun to look at");
  await refused?.getByLabel(/^Decision/).fill("Not\u0007 this way.");
  await refused?.getByRole("button", { name: "Dismiss" }).click();
  await expect(office.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(half!.getByLabel(/^Decision/)).toHaveValue("I have begun to look at");
  await sent?.getByLabel(/^Decision/).fill("It is as it says.");
  await sent?.getByRole("button", { name: "Dismiss" }).click();
  await expect(sent!).toHaveCount(0);
  await expect(half!.getByLabel(/^Decision/)).toHaveValue("I have begun to look at");
  await expect(refused!.getByLabel(/^Decision/)).toHaveValue("Not\u0007 this way.");
  await office.context().close();
});

test("another administrator is made by who confirms that it is them, and nobody decides about their own skill", async ({
  browser,
  baseURL,
  page,
  request,
  signIn,
}) => {
  const skill = `own-${Date.now()}`;
  await signIn(page, person(`administrates as well, ${skill}`), "/keys");
  await publish(request, await makeKey(page), skill);
  await page.goto("/settings");
  const username = await page.getByLabel("Username", { exact: true }).inputValue();

  const office = await openOffice(browser, baseURL, "/administration/people");
  await growOld(office);
  await office.getByLabel("Username").fill(username);
  await office.getByRole("button", { name: "Make administrator" }).click();
  await office.getByRole("button", { name: WALLET_NAME }).click();
  await office.getByRole("button", { name: "Sign the message" }).click();
  await office.waitForURL("**/administration/people?confirmed=1");
  await expect(office.getByLabel("Username")).toHaveValue(username);
  await office.getByRole("button", { name: "Make administrator" }).click();
  await expect(office.getByText("Done")).toBeVisible();
  await office.getByRole("link", { name: "Quarantine" }).click();
  await office.getByLabel(/^Skill/).fill(skill);
  const form = office.locator("form").filter({ has: office.getByLabel(/^Skill/) });
  await form.getByLabel(/^Decision/).fill("A closer look.");
  await form.getByRole("button", { name: "Quarantine", exact: true }).click();
  await expect(office.getByText(`In quarantine: ${skill}`)).toBeVisible();

  // A new role ends the sessions.
  await page.goto("/sign-in?return=/administration/quarantine");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  const own = page.getByRole("listitem").filter({ hasText: skill });
  await expect(own.getByText("This skill is or was yours: another administrator decides.")).toBeVisible();
  await expect(own.getByRole("button", { name: "End quarantine" })).toHaveCount(0);
  expect(await objectionsInEveryView(page)).toEqual([]);

  // Nor does anybody make a verifier of themselves.
  await page.goto("/administration/audits");
  await page.getByLabel(/^Wallet/).fill(person(`administrates as well, ${skill}`).address);
  await page.getByLabel(/^Name/).fill("Reader");
  await page.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(page.getByText("Another administrator decides: this is about you")).toBeVisible();
  await page.goto("/review");
  await page.getByLabel(/^Name/).fill(`Reader of ${skill}`);
  await page.getByLabel(/^About you/).fill("I read code.");
  const send = page.getByRole("button", { name: "Sign and send the application" });
  await awake(send);
  await send.click();
  await expect(page.getByText("Your application is waiting.")).toBeVisible();
  await page.goto("/administration/audits");
  const applied = page.getByRole("listitem").filter({ hasText: `Reader of ${skill}` });
  await expect(applied.getByText("You applied yourself: another administrator decides.")).toBeVisible();
  await expect(applied.getByRole("button")).toHaveCount(0);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await office.goto("/administration/audits");
  const theirs = office.getByRole("listitem").filter({ hasText: `Reader of ${skill}` });
  await theirs.getByRole("button", { name: "Refuse" }).click();
  await expect(theirs).toHaveCount(0);
  await office.goto("/administration/quarantine");

  const held = office.getByRole("listitem").filter({ hasText: skill });
  await held.getByLabel(/^Decision/).fill("It is fine.");
  await held.getByRole("button", { name: "End quarantine" }).click();
  await expect(held).toHaveCount(0);
  await office.getByRole("link", { name: "Administrators" }).click();
  const listed = office.getByRole("listitem").filter({ hasText: username });
  await listed.getByRole("button").click();
  await expect(listed).toHaveCount(0);
  // Nobody else administrates: the one who is left is told why there is no button for them.
  await expect(office.getByText("The only administrator. Appoint another one before")).toBeVisible();
  await expect(office.getByRole("button", { name: /^Make .*member/ })).toHaveCount(0);
  await office.context().close();
});

test("an administrator takes a search away that nobody should read, and gives it back", async ({
  page,
  signIn,
}) => {
  const search = `juggle hats ${process.pid}`;
  await signIn(page, person("administrates"), "/administration/questions");
  const taken = page.getByRole("region", { name: "Taken away" });
  await page.getByLabel("Another search").fill(` ${search.toUpperCase()}`);
  await page.locator("#hide-reason").fill("It insults.");
  await page.getByRole("button", { name: "Take away" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Done" })).toBeVisible();
  await taken.getByRole("radio", { name: search.toUpperCase() }).check();
  await page.locator("#show-reason").fill("It does not.");
  await taken.getByRole("button", { name: "Let it be shown again" }).click();
  await expect(taken.getByRole("radio", { name: search.toUpperCase() })).toHaveCount(0);
});
