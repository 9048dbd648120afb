import { expect, test } from "./fixtures";

/** An address that no other test asks for, so that its page is rendered here first; no other test changes what it shows. */
const fresh = (what: string) => `/skills?q=wcag&cached=${encodeURIComponent(what)}-${process.pid}`;
const ENGLISH = /<html lang="en"/;
const KOREAN = /<html lang="ko"/;

test("what a stranger sends first gives no other reader another language, or takes their choice", async ({
  request,
}) => {
  for (const poison of ["ko=x", "zh-Hans=x", '"ko"', "ko; emporion-locale=en", "%6Bo"]) {
    const path = fresh(poison);
    const first = await request.get(path, {
      headers: { cookie: `emporion-locale=${poison}`, "accept-language": "en" },
    });
    expect([poison, first.status()]).toEqual([poison, 200]);
    const read = (language: string) =>
      request.get(path, { headers: { cookie: `emporion-locale=${language}` }, maxRedirects: 0 });
    const korean = await read("ko");
    expect([korean.status(), korean.headers()["location"]]).toEqual([
      307,
      expect.stringMatching(/^\/ko\/skills\?/),
    ]);
    const english = await read("en");
    expect(await english.text()).toMatch(ENGLISH);
    for (const answer of [korean, english]) expect(answer.headers()["set-cookie"]).toBeUndefined();
  }
});

test("a language that is chosen is kept, also where its page was made for somebody else", async ({
  page,
  request,
}) => {
  await request.get("/ko/wanted", { headers: { cookie: "emporion-locale=ko" } });
  await page.goto("/ko/wanted");
  await page.goto("/wanted");
  await expect(page).toHaveURL(/\/ko\/wanted$/);
  await page.goto("/en/wanted");
  await page.goto("/wanted");
  await expect(page).toHaveURL(/:\d+\/wanted$/);
  expect(await page.content()).not.toMatch(KOREAN);
});

test("what a page shows is the same whatever else its first reader has sent", async ({ request }) => {
  const sent = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    host: "evil.example",
    origin: "https://evil.example",
    referer: "https://evil.example/",
    "user-agent": "Googlebot/2.1",
    "x-page-path": "/ko/evil",
    "x-page-query": "?evil=1",
    "x-nonce": "evil",
    "x-middleware-rewrite": "/ko/evil",
  };
  for (const [name, value] of Object.entries(sent)) {
    const path = fresh(name);
    const poisoned = await (await request.get(path, { headers: { [name]: value } })).text();
    const text = await (await request.get(path)).text();
    expect([name, poisoned.includes("evil"), text.includes("evil")]).toEqual([name, false, false]);
    const alone = await (await request.get(fresh("nobody"))).text();
    const bare = (html: string) => html.replaceAll(/cached=[^"&<]*/g, "").replaceAll(/nonce="[^"]*"/g, "");
    expect(bare(text)).toBe(bare(alone));
  }
});

const PUBLIC = [
  "/",
  "/skills",
  "/skills/json-diff",
  "/people/north-quay",
  "/wanted",
  "/docs/mcp",
  "/docs/errors",
];

test("a cached page runs the scripts of the market, and none that came in with a stranger's text", async ({
  page,
  request,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  for (const path of PUBLIC) {
    await request.get(path);
    refused.length = 0;
    const response = await page.goto(path);
    if (response?.status() !== 200) continue;
    expect([path, response.headers()["cache-control"]]).toEqual([path, "public, no-cache, s-maxage=5"]);
    expect([path, refused]).toEqual([path, []]);
    await expect(page.locator("[data-theme-toggle]").first()).toHaveAttribute("aria-pressed", /true|false/);
  }
  const injected = [
    "<script>document.documentElement.dataset.stolen = '1'</script>",
    '<script data-stays="">document.documentElement.dataset.stolen = "1"</script>',
    '<script nonce="abc">document.documentElement.dataset.stolen = "1"</script>',
    "<script type=module>document.documentElement.dataset.stolen = '1'</script>",
    "<img src=x onerror=\"document.documentElement.dataset.stolen = '1'\">",
    '<script src="/skills/json-diff/files/SKILL.md"></script>',
    '<iframe srcdoc="<script>parent.document.documentElement.dataset.stolen = 1</script>"></iframe>',
  ];
  await page.route("**/skills/json-diff", async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace("</main>", `${injected.join("")}</main>`);
    await route.fulfill({ response: answer, body: html });
  });
  refused.length = 0;
  await page.goto("/skills/json-diff");
  await expect(page.locator("[data-theme-toggle]").first()).toHaveAttribute("aria-pressed", /true|false/);
  expect(await page.evaluate(() => document.documentElement.dataset["stolen"])).toBeUndefined();
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(5);
});
