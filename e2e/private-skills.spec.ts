import type { APIRequestContext } from "@playwright/test";
import { PRICED_SKILL } from "./api";
import { expect, person, test } from "./fixtures";
import { AS_WELL, PUBLIC } from "./page-addresses";
import { makeKey } from "./publish-with-key";
import { sampleArchive, sampleSkillMd } from "./sample-skill";

/** Stands in the description, the text and a file of the skill. */
const MARK = "zqxmarkedword";
/** Stands in its files alone. */
const IN_FILES = "zqxinfilesonly";

/** Every page that anybody may open, those of a skill for the given one, and what is found for its words. */
function pagesFor(name: string, publisher: string): string[] {
  const all = [
    ...Object.values(PUBLIC).flatMap((pages) => Object.values(pages)),
    ...Object.values(AS_WELL).flat(),
  ];
  return [
    ...all.map((address) => address.replaceAll(PRICED_SKILL, name)),
    `/skills/${name}/files/notes.md`,
    `/skills/${name}/versions?compare=1.0.0..1.0.1`,
    `/skills/${name}?view=source`,
    `/skills/${name}?version=1.0.0`,
    `/skills/${name}/quarantine`,
    `/skills/${name}/closed`,
    `/skills/${name}/badge.svg`,
    `/opengraph.png?skill=${name}`,
    `/skills?q=${MARK}`,
    `/skills?q=${IN_FILES}`,
    "/skills?sort=newest",
    `/people/${publisher}`,
    "/sitemap.xml",
    "/feed.xml",
    "/llms.txt",
  ];
}

/** The pages that say a word; where they are asked for it, their echo of it does not count. */
async function pagesWith(
  request: APIRequestContext,
  pages: readonly string[],
  word: string,
): Promise<string[]> {
  const met: string[] = [];
  for (const path of pages) {
    const answer = await request.get(path, { maxRedirects: 3 });
    expect(answer.status(), path).not.toBe(500);
    if (!path.includes(word) && (await answer.text()).includes(word)) met.push(path);
  }
  return met;
}

const skillMd = (name: string, version: string) =>
  sampleSkillMd(name, version).replace("Counts the words", `Counts ${MARK} words`) + `\n${IN_FILES}\n`;

test("a private skill is on no page of others, and on its own for its owner", async ({
  page,
  browser,
  signIn,
}) => {
  test.slow();
  const [name, owner] = [`private-${Date.now()}`, person("keeps a skill private")];
  await signIn(page, owner);
  const key = await makeKey(page);
  const account = await page.request.get("/v1/account", { headers: { "x-api-key": key } });
  const { username } = (await account.json()) as { username: string };
  for (const version of ["1.0.0", "1.0.1"]) {
    const buffer = sampleArchive(name, version, { "notes.md": IN_FILES }, skillMd(name, version));
    const file = { name: `${name}.skill`, mimeType: "application/zip", buffer };
    const access = version === "1.0.0" ? "?access=private" : "";
    const headers = { "x-api-key": key };
    const sent = await page.request.post(`/v1/skills/upload${access}`, { headers, multipart: { file } });
    expect(sent.ok(), await sent.text()).toBe(true);
    const asked = `/v1/skills/${name}?version=${version}`;
    await expect.poll(async () => (await page.request.get(asked, { headers })).status()).toBe(200);
  }
  const pages = pagesFor(name, username);
  const nobody = await browser.newContext();
  const stranger = await browser.newContext();
  await signIn(await stranger.newPage(), person("is a stranger"));
  for (const { request } of [nobody, stranger]) {
    expect(await pagesWith(request, pages, MARK)).toEqual([]);
    expect(await pagesWith(request, pages, IN_FILES)).toEqual([]);
    expect((await request.get(`/skills/${name}`)).status()).toBe(404);
  }

  await page.goto(`/skills/${name}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const own = await page.request.get(`/skills/${name}`);
  expect(await own.text()).toContain(IN_FILES);
  expect(own.headers()["cache-control"]).toMatch(/no-store|private/);
  expect(await (await page.request.get(`/skills/${name}/files/notes.md`)).text()).toContain(IN_FILES);
  expect((await nobody.request.get(`/skills/${name}`)).status()).toBe(404); // nothing was kept
  await nobody.close();
  await stranger.close();
});
