import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { writeArchive } from "@/lib/package";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { openRunForm } from "./open-run-form";
import { makeKey, publish } from "./publish-with-key";
import { signVerdict, tickAll } from "./sign-verdict";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

/** Ways of the five documents that lead through the browser, one for each document's own word. */

const archiveOf = (name: string, files: Readonly<Record<string, string>>) =>
  Buffer.from(
    writeArchive(
      Object.entries(files).map(([file, text]) => ({ path: file, bytes: Buffer.from(text) })),
      name,
    ),
  );

/** The sample of Exo §2, with the one annotation that asks for a test with other systems. */
const openWorld = (name: string) => `---
name: ${name}
version: 1.0.0
description: Counts the words of a page
author: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn
pricing: { model: per_call, price_lamports: 0 }
runtime:
  docker_image: exo-runtime-python-3.11
  docker_image_hash: sha256:6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d
  entrypoint: scripts/main.py
  timeout_seconds: 10
io:
  input_schema: { type: object, properties: { text: { type: string } }, additionalProperties: false, maxProperties: 20 }
  output_schema: { type: object, properties: { words: { type: integer } } }
annotations: { readOnlyHint: true, openWorldHint: true }
---

# Count

## 功能描述

Counts words.

## 使用示例

Input and output.

## 注意事项

None.
`;

test("Exo §3: a skill with openWorldHint is audited with its integration test, which only a person ticks", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const name = `open-world-${Date.now()}`;
  const author = person(`publishes ${name}`);
  const reader = person(`audits ${name}`);
  const shop = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signIn(shop, author, "/keys");
  const main =
    'import json, sys\njson.dump({"words": len(json.load(sys.stdin)["text"].split())}, sys.stdout)\n';
  const key = await makeKey(shop);
  const files = { "SKILL.md": openWorld(name), "scripts/main.py": main };
  await publish(shop.request, key, name, archiveOf(name, files));
  const asked = await shop.request.post(`/v1/skills/${name}/audit-request`, {
    headers: { "x-api-key": key },
    data: {},
  });
  expect(asked.ok()).toBe(true);
  await shop.context().close();

  await signIn(page, reader, "/review");
  const office = await openOffice(browser, baseURL, "/administration/audits");
  await office.getByLabel(/^Wallet/).fill(reader.address);
  await office.getByLabel(/^Name/).fill("Tests with other systems");
  await office.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(office.getByText(reader.address)).toBeVisible();
  await office.context().close();

  await page.goto("/review");
  await page.getByRole("table").getByRole("link", { name }).click();
  const tested = page.getByText("Tested with the systems that it reaches (integration test)");
  await expect(tested.first()).toBeVisible();
  await expect(
    page.getByText("Nothing contradicts the mark for A/B tasks (read-only)").first(),
  ).toBeVisible();
  await tickAll(page);
  await signVerdict(page);
  expect(await (await page.request.get(`/v1/skills/${name}`)).json()).toMatchObject({
    audit_state: "Audited",
  });
});

test("Skill Metadata §4-5: installed, it learns; an update keeps what it learned, and verify says whose it is", async ({
  baseURL,
  page,
  signIn,
}) => {
  const name = `learns-${Date.now()}`;
  await signIn(page, person(`publishes ${name}`), "/keys");
  const key = await makeKey(page);
  const release = (version: string, evolution: object) =>
    archiveOf(name, {
      "SKILL.md": `---\nname: ${name}\ndescription: Downloads videos. Use it when a video is wanted.\nversion: ${version}\ncreated_at: 2026-01-23\nupdated_at: 2026-01-23\nevolution_enabled: true\nlicense: MIT\n---\n\n# Videos ${version}\n`,
      "evolution.json": JSON.stringify({
        fixes: [],
        contexts: [],
        last_updated: "2026-01-23T10:30:00Z",
        ...evolution,
      }),
    });
  await publish(page.request, key, name, release("1.0.0", { preferences: ["mp4 first"] }));
  await page.goto(`/skills/${name}`);
  await expect(page.getByText("mp4 first")).toBeVisible();

  const project = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-learns-"));
  const emporion = async (...args: string[]) => {
    const answer = promisify(execFile)(process.execPath, [path.resolve("scripts/emporion.mjs"), ...args], {
      cwd: project,
      env: { ...process.env, EMPORION_MARKET: baseURL ?? "", HOME: project },
    });
    return (await answer).stdout;
  };
  const folder = path.join(project, ".claude/skills", name);
  fs.mkdirSync(path.join(project, ".claude"));
  await emporion("add", name, "--agent", "claude-code");
  fs.writeFileSync(path.join(project, "learned.json"), JSON.stringify({ preferences: ["without sound"] }));
  await emporion("merge", folder, "learned.json");
  await emporion("stitch", folder);
  expect(fs.readFileSync(path.join(folder, "SKILL.md"), "utf8")).toContain("without sound");
  expect(await emporion("verify")).toContain("with your own experience");

  await publish(page.request, key, name, release("1.0.1", { preferences: ["mp4 first", "1080p at most"] }));
  await expect
    .poll(
      async () =>
        ((await (await page.request.get(`/v1/skills/${name}`)).json()) as { version: string }).version,
    )
    .toBe("1.0.1");
  await emporion("add", name);
  const text = fs.readFileSync(path.join(folder, "SKILL.md"), "utf8");
  for (const part of ["# Videos 1.0.1", "mp4 first", "without sound", "1080p at most"])
    expect(text).toContain(part);
  expect(await emporion("verify")).toContain("with your own experience");
  fs.rmSync(project, { recursive: true });
});

test("VibeLife §2: four pillars are asked for without a profile, before anything is paid, and read from one", async ({
  page,
  context,
  takeTestMoney,
}) => {
  const buyer = person(`asks for pillars ${Date.now()}`);
  await installTestWallet(context, buyer);
  await takeTestMoney(page, buyer.address);
  await openRunForm(page, "/skills/bazi");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  const ask = async (profile: object) => {
    const call = { tool: "calculate_bazi", args: {}, ...profile };
    await page.getByLabel("Input").fill(JSON.stringify({ tool_call: call }));
    await page.getByRole("button", { name: /^Pay / }).click();
  };
  await page.getByRole("button", { name: "As JSON" }).click();
  await ask({});
  await expect(page.getByText("The input was refused. Nothing ran and nothing was charged.")).toBeVisible();
  await expect(page.locator("#run")).toContainText("collect_bazi_info");
  await expect(page.getByTestId("wallet-balance")).toHaveText("2 SOL");
  await ask({ profile: { identity: { birth: { birth_time: "1990-05-15T10:30" } } } });
  await expect(page.getByTestId("run-card")).toContainText("庚午");
});
