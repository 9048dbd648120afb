import { writeArchive } from "@/lib/package";
import { expect, person, test } from "./fixtures";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { sampleArchive, sampleSkillMd } from "./sample-skill";

test("a creator publishes on the page, watches vetting, the skill is listed, and its version withdrawn", async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const name = `word-count-${Date.now()}`;
  await signIn(page, person("publishes on the page"), "/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  // Whoever has two packages under way tells their tabs apart.
  await expect(page).toHaveTitle(`Check · ${name} – Emporion`);
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  await expect(page).toHaveTitle(`Vetting · ${name} 1.0.0 – Emporion`);
  await page.getByRole("link", { name: "Open its page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  // Its owner gets on from the public page, and nobody else is shown the way.
  await expect(page.getByRole("link", { name: "Manage this version" })).toBeVisible();
  await page.goto("/skills/json-diff");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Manage this version" })).toHaveCount(0);

  await page.goto("/dashboard/skills");
  await page.getByRole("row").filter({ hasText: name }).getByRole("link", { name: "1.0.0" }).click();
  await page.getByText("Withdraw…").click();
  await page.getByLabel(/^Reason/).fill("It counts blanks as words.");
  await page.getByRole("button", { name: "Withdraw the version" }).click();
  await expect(page.getByText(/^Version 1\.0\.0 was withdrawn on/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Publish a version" })).toBeVisible();
  await page.goto(`/skills/${name}`);
  await expect(page.getByText("It counts blanks as words.")).toBeVisible();

  const stranger = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  for (const [prefix, title] of [
    ["", "Alternatives"],
    ["/ko", "대신 쓸 수 있는 스킬"],
    ["/zh-Hans", "可替代的技能"],
  ] as const) {
    await stranger.goto(`${prefix}/skills/${name}/versions`);
    const instead = stranger.getByRole("region", { name: title });
    await expect(instead.getByRole("heading", { level: 3 }).getByRole("link").first()).toBeVisible();
    await expect(instead.locator(`a[href^="${prefix}/people/"]`)).toBeVisible();
  }
  await stranger.close();
});

test("a package under way is left at a step and resumed there, and its text mended with one click", async ({
  page,
  signIn,
}) => {
  const name = `left-alone-${Date.now()}`;
  await signIn(page, person("leaves and comes back"), "/publish");
  const buffer = sampleArchive(name, "1.0");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer });
  await continueWhenChecked(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await page.goto("/publish");
  await page.getByRole("link", { name }).click();
  await page.getByText("1 safe fix").click();
  await expect(page.getByText("version: 1.0.0")).toBeVisible();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("button", { name: "Start vetting" }).click();
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await expect(page.getByText("Version 1.0.0, the first release.")).toBeVisible();
  await page.goto("/publish");
  await page.getByRole("link", { name }).click();
  await expect(page.getByText(/^Approved in|Price per call/).first()).toBeVisible();
  await page.goto("/publish");
  // What is thrown away is gone, so one press does not do it.
  const left = page.getByRole("listitem").filter({ hasText: name });
  await left.locator("summary").click();
  await expect(left.getByText("This cannot be undone.")).toBeVisible();
  await left.getByRole("button", { name: `Discard ${name} for good` }).click();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("a price says before publishing what keeps it from being paid, and test money mends it", async ({
  page,
  signIn,
}) => {
  const name = `priced-${Date.now()}`;
  await signIn(page, person(`has an empty wallet ${name}`), "/publish");
  const choose = async () => {
    await page
      .getByLabel(/^Package/)
      .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
    await continueWhenChecked(page);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  };
  await choose();
  // Another package takes the place of the first, which is not left lying about.
  await page.getByRole("link", { name: "Replace" }).click();
  await choose();
  await page.getByRole("button", { name: "Start vetting" }).click();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByLabel(/^Price lamports/).fill("20000");
  await page.getByRole("button", { name: "Review everything" }).click();
  await expect(page.getByText("Your wallet’s balance is too low to receive a small price.")).toBeVisible();
  const told = page.getByRole("region", { name: "Before you publish" });
  await expect(told.getByText("It does not protect the files.")).toBeVisible();
  await expect(told.getByText("The price is not in force yet.")).toBeVisible();
  await page.getByRole("button", { name: "Get test money here" }).click();
  await expect(page.getByRole("button", { name: "Publish 1.0.0" })).toBeEnabled();
  await expect(page.getByText("balance is too low")).toBeHidden();
  await page.goto("/publish");
  await expect(page.getByRole("link", { name })).toHaveCount(1);
});

test("the last step says what used to be told only afterwards: the example that fails, level, license, files", async ({
  page,
  signIn,
}) => {
  const name = `told-before-${Date.now()}`;
  const skillMd = sampleSkillMd(name).replace(
    "license: MIT",
    `examples:
  - { input: { text: one two }, output: { words: 2 } }
  - { name: Too many, input: { text: one }, output: { words: 7 } }`,
  );
  await signIn(page, person("reads before publishing"), "/publish");
  await page.getByLabel(/^Package/).setInputFiles({
    name: `${name}.skill`,
    mimeType: "application/zip",
    buffer: sampleArchive(name, "1.0.0", {}, skillMd),
  });
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByRole("button", { name: "Review everything" }).click();
  const told = page.getByRole("region", { name: "Before you publish" });
  await expect(told.getByText("1.0.0 is its first release")).toBeVisible();
  await expect(told.getByText("1 of 2 examples gave what the file declares.")).toBeVisible();
  await expect(told.getByText("Example 2 gave the declared form with other values.")).toBeVisible();
  await expect(told.getByText("Example 2 · Too many")).toBeVisible();
  await expect(told.getByText('"words": 7')).toBeVisible();
  await expect(told.getByText('"words": 1')).toBeVisible();
  await expect(told.getByText("All 2 files are public")).toBeVisible();
  await expect(told.getByText("The file states no license")).toBeVisible();
  await expect(told.getByText("It is free: nobody pays, and nothing is earned.")).toBeVisible();
  const address = new URL(page.url()).pathname;
  for (const [prefix, title, example] of [
    ["/ko", "게시하기 전에", "예시 2의 결과가 선언된 형태이지만 값이 다릅니다."],
    ["/zh-Hans", "发布之前", "示例 2 的结构与声明一致，但值不同。"],
  ] as const) {
    await page.goto(prefix + address);
    await expect(page.getByRole("region", { name: title }).getByText(example)).toBeVisible();
  }
});

test("without scripts a skill is mended, vetted and published", async ({
  baseURL,
  browser,
  page: scripted,
  signIn,
}) => {
  const name = `no-scripts-${Date.now()}`;
  await signIn(scripted, person("has no scripts"), "/publish");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await scripted.context().storageState(),
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await page.goto("/publish");
  const buffer = sampleArchive(name, "1.0");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("1 safe fix").click();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("Version 1.0.0, the first release.")).toBeVisible();
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  await context.close();
});

test("a refused upload says why and stores nothing", async ({ page, signIn }) => {
  await signIn(page, person("uploads nonsense"), "/publish");
  await page.getByLabel(/^Package/).setInputFiles({
    name: "x.skill",
    mimeType: "application/zip",
    buffer: Buffer.from("this is no archive"),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText("Not checked", { exact: true })).toBeVisible(); // the button moves while the answer comes
  await page.getByRole("button", { name: "Continue" }).click();
  // The button is a screen below what is said.
  await expect(page.getByRole("alert").getByText("FILE_INVALID_TYPE")).toBeInViewport();
  await expect(page.getByText("Nothing was stored.")).toBeVisible();
});

test("an agent publishes with an API key and polls its vetting", async ({ page, request, signIn }) => {
  const name = `agent-count-${Date.now()}`;
  await signIn(page, person("gives its agent a key"), "/keys");
  await page.getByLabel(/^Name/).fill("my agent");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByTestId("new-key").textContent())?.trim() ?? "";

  const uploaded = await request.post("/v1/skills/upload", {
    headers: { "x-api-key": key, "x-agent-author": "claude-sonnet-4-6@anthropic" },
    multipart: {
      skill_file: { name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) },
    },
  });
  expect(uploaded.ok()).toBe(true);
  const { poll_url } = (await uploaded.json()) as { poll_url: string };
  await expect
    .poll(
      async () => (await (await request.get(poll_url, { headers: { "x-api-key": key } })).json()) as object,
    )
    .toMatchObject({ is_done: true, vetting_status: "approved" });

  const download = await request.get(`/v1/agent/skills/${name}/download`);
  expect(download.headers()).toMatchObject({
    "x-skill-trust": "community",
    "x-skill-claim-status": "registered",
    "x-skill-verified": "false",
  });
  await page.goto(`/skills/${name}`);
  await expect(page.getByText("by Claude Sonnet 4.6")).toBeVisible();
});

test("a new version keeps the price of the skill", async ({ page, signIn, takeTestMoney }) => {
  const name = `keeps-its-price-${Date.now()}`;
  const creator = person(`keeps a price ${name}`);
  await signIn(page, creator, "/publish");
  await takeTestMoney(page, creator.address);
  const toPrice = async (version: string) => {
    await page.goto("/publish");
    await page.getByLabel(/^Package/).setInputFiles({
      name: `${name}.skill`,
      mimeType: "application/zip",
      buffer: sampleArchive(name, version),
    });
    await continueWhenChecked(page);
    await page.getByRole("button", { name: "Start vetting" }).click();
    await page.getByRole("link", { name: "Price and listing" }).last().click();
  };
  await toPrice("1.0.0");
  await page.getByLabel(/^Price lamports/).fill("20,000");
  await page.getByRole("button", { name: "Review everything" }).click();
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();

  await toPrice("1.0.1");
  await expect(page.getByText("Version 1.0.1, a patch of 1.0.0.")).toBeVisible();
  await expect(page.getByLabel(/^Price lamports/)).toHaveValue("20000");
  await expect(page.getByLabel(/^Price lamports/)).not.toBeEditable();
  await expect(page.getByText("The price of the skill. A version does not change it.")).toBeVisible();
  await page.getByRole("button", { name: "Review everything" }).click();
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();
});

test("a package as real authors have it is published once what is proposed is used", async ({
  page,
  signIn,
}) => {
  const name = `form-filler-${Date.now()}`;
  const files = {
    "repo/README.md": "# Repository\n",
    [`repo/skills/${name}/Skill.md`]: `---\nName: ${name.toUpperCase()}\n description: Works with forms: fills them.\n---\n\n# Forms\n`,
  };
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  await signIn(page, person("publishes what is refused"), "/publish");
  await page.getByLabel(/^Package/).setInputFiles({
    name: "repo-main.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(writeArchive(entries)),
  });
  await continueWhenChecked(page);
  const proposal = page.getByRole("region", { name: "What would make it acceptable" });
  await expect(proposal.getByRole("listitem").filter({ hasText: "Name the file SKILL.md" })).toBeVisible();
  await expect(proposal.getByRole("insertion").filter({ hasText: `name: ${name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start vetting" })).toBeDisabled();
  await proposal.getByRole("button", { name: "Use these proposals" }).click();
  await expect(proposal).toHaveCount(0);
  await expect(page.locator("#skill_md")).toHaveValue(
    `---\nname: ${name}\ndescription: "Works with forms: fills them."\n---\n\n# Forms\n`,
  );
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
});
