import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { PRICED_SKILL } from "./api";
import { scriptsCome } from "./awake";
import { expect, person, test } from "./fixtures";
import { Journey, JOURNEYS, type JourneyCosts } from "./journey";
import { openOffice } from "./office";
import { openRunForm } from "./open-run-form";
import { makeKey } from "./publish-with-key";
import { heldArchive } from "./sample-skill";

/** What a person does on the way to what they came for. `tabs` are presses of the Tab key to the first field. */
type WayCosts = JourneyCosts & { tabs?: number };

/**
 * Seven people's ways: what each cost when they were first walked by people, where they counted it, and the most it may
 * cost now. The ways of a creator and a verifier are walked in `journeys.spec.ts`; that of the keyboard
 * in `skill-page.spec.ts` and `screen-reader.spec.ts`.
 */
const WAYS = {
  "a developer with Claude Code": {
    before: { pages: 3, fields: 1, presses: 4, mails: 0 },
    most: { pages: 3, fields: 1, presses: 3, mails: 0 },
  },
  "a Korean buyer on a phone": {
    before: { pages: 4, fields: 1, presses: 7, mails: 0 },
    most: { pages: 4, fields: 1, presses: 7, mails: 0 },
  },
  "a Chinese creator": {
    before: { pages: 9, fields: 3, presses: 9, mails: 1 },
    most: JOURNEYS.publishing,
  },
  "a verifier": {
    before: { pages: 2, fields: 1, presses: 6, mails: 0 },
    most: JOURNEYS.reviewing,
  },
  "an administrator": { before: null, most: { pages: 3, fields: 1, presses: 2, mails: 0 } },
  "keyboard and screen reader": {
    before: { ...JOURNEYS.buying, tabs: 46 },
    most: { ...JOURNEYS.buying, tabs: 15 },
  },
  "somebody who goes wrong": { before: null, most: { pages: 4, fields: 0, presses: 3, mails: 0 } },
} satisfies Record<string, { before: WayCosts | null; most: WayCosts }>;

const now: Partial<Record<keyof typeof WAYS, WayCosts>> = {
  "a Chinese creator": JOURNEYS.publishing,
  "a verifier": JOURNEYS.reviewing,
  "keyboard and screen reader": { ...JOURNEYS.buying, tabs: 15 },
};

test.afterAll(() => {
  const told = (costs: WayCosts | null | undefined) =>
    costs
      ? [`${costs.pages} | ${costs.fields} | ${costs.presses}`, costs.tabs ?? "–"].join(" | ")
      : "– | – | – | –";
  const rows = Object.entries(WAYS).map(
    ([way, { before }]) => `| ${way} | ${told(before)} | ${told(now[way as keyof typeof WAYS])} |`,
  );
  if (Object.keys(now).length > 3)
    process.stdout.write(
      [
        "| way | pages before | fields | presses | tabs | pages now | fields | presses | tabs |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ...rows,
        "",
      ].join("\n"),
    );
});

function end(way: keyof typeof WAYS, journey: Journey): void {
  now[way] = journey.costs;
  journey.assertAtMost(WAYS[way].most);
}

test("a developer with Claude Code finds a skill, and the command that is copied puts it where the agent looks", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const way = new Journey(page);
  await way.open("/");
  const field = page.locator("#home-search");
  await way.write(field, "csv");
  await way.enter(field);
  await way.press(page.getByRole("link", { name: "csv-profile", exact: true }));
  await page.waitForURL("**/skills/csv-profile");
  await scriptsCome(page);
  await way.press(page.getByRole("button", { name: "Copy" }).first());
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("add csv-profile");
  end("a developer with Claude Code", way);

  const project = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-way-"));
  const [, words = ""] = /emporion\.tgz (.+)$/.exec((await copied()).trim()) ?? [];
  await promisify(execFile)(process.execPath, [path.resolve("scripts/emporion.mjs"), ...words.split(" ")], {
    cwd: project,
    env: { ...process.env, EMPORION_MARKET: baseURL ?? "", HOME: project },
  });
  expect(fs.existsSync(path.join(project, ".claude/skills/csv-profile/SKILL.md"))).toBe(true);
  fs.rmSync(project, { recursive: true });
  await context.close();
});

test("a Korean buyer on a phone searches, pays, is told so, and keeps the receipt", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    locale: "ko",
  });
  const page = await context.newPage();
  const way = new Journey(page);
  await way.open("/ko");
  const field = page.locator("#home-search");
  await way.write(field, "合同");
  await way.enter(field);
  await way.press(page.getByRole("link", { name: PRICED_SKILL, exact: true }));
  await way.press(page.getByRole("button", { name: "첫 예시 넣기" }));
  await way.press(page.locator("#run").getByRole("button", { name: /local ledger only|로컬 원장/ }));
  await way.press(page.getByRole("button", { name: "여기서 테스트 코인 받기" }));
  await way.press(page.getByRole("button", { name: /결제하고 실행$/ }));
  await expect(page.getByText("결제 완료", { exact: true })).toBeVisible();
  await expect(page.getByTestId("run-output")).toBeVisible();
  await way.press(page.locator("#run").getByRole("link", { name: "영수증" }));
  await page.waitForURL("**/ko/receipts/*");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("영수증");
  end("a Korean buyer on a phone", way);
  await context.close();
});

test("an administrator reads a held upload, and decides where it is read", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const name = `way-held-${Date.now()}`;
  await signIn(page, person(`uploads ${name}`), "/keys");
  const file = { name: `${name}.skill`, mimeType: "application/zip", buffer: heldArchive(name) };
  const upload = await page.request.post("/v1/skills/upload", {
    headers: { "x-api-key": await makeKey(page) },
    multipart: { file },
  });
  const { version_id: versionId } = (await upload.json()) as { version_id: string };
  await page.goto(`/publish/${versionId}`);
  await expect(page.getByText("Waiting for an administrator.")).toBeVisible();

  const office = await openOffice(browser, baseURL, "/dashboard");
  const way = new Journey(office);
  await way.open("/administration");
  const held = office.locator("section > ul > li").filter({ hasText: name });
  await way.press(held.getByRole("link", { name: "Read and decide" }));
  await office.waitForURL(/\/administration\/versions\//);
  await way.write(office.getByLabel(/^Reason/), "It asks for secrecy.");
  await way.press(office.getByRole("button", { name: "Reject" }));
  await expect(office.getByText(`Rejected: ${name}`)).toBeVisible();
  end("an administrator", way);
  await office.context().close();
});

test("somebody who goes wrong is led back: a version, a name and an input that are not there", async ({
  page,
}) => {
  const way = new Journey(page);
  await way.open("/skills/csv-profile/v/9.9.9");
  await expect(page.getByText(/^csv-profile has no version 9\.9\.9\./)).toBeVisible();
  await way.press(page.getByRole("link", { name: "all its versions" }));
  await page.waitForURL("**/skills/csv-profile/versions");
  await way.open("/skills/csv-profil");
  await way.press(page.getByRole("main").getByRole("link", { name: "csv-profile" }).first());
  await page.waitForURL("**/skills/csv-profile");
  await openRunForm(page, page.url());
  await way.press(page.locator("#run").getByRole("button", { name: "Run", exact: true }));
  await expect(page.locator("#run").getByText("This field is required.")).toBeVisible();
  await expect(page.getByTestId("run-output")).toHaveCount(0);
  end("somebody who goes wrong", way);
});
