import { expect, person, test } from "./fixtures";

/** What nobody's browser sends to the market, over what only the framework or the sign-in library looks at. */
const ODD: Record<
  string,
  { method?: string; path: string; headers?: Record<string, string>; data?: string }
> = {
  "a form of another site": {
    method: "POST",
    path: "/settings",
    headers: { origin: "https://evil.example" },
  },
  "a form that is none": {
    method: "POST",
    path: "/ko/login",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    data: "nonsense",
  },
  "a form that ends too soon": {
    method: "POST",
    path: "/sign-in",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    data: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
  },
  "an action that is none": { method: "POST", path: "/login", headers: { "next-action": "x" }, data: "[]" },
  "an action nobody has": {
    method: "POST",
    path: "/login",
    headers: { "next-action": "40".padEnd(42, "a"), "content-type": "text/plain" },
    data: "[]",
  },
  "a method no page has": { method: "PUT", path: "/skills" },
  "an address escaped twice": { path: "/people/%25ff" },
  "a picture of nothing": { path: "/_next/image?url=%2F%25ff.png&w=64&q=75" },
  "a sign-in by nobody": { path: "/api/auth/callback/nobody" },
  "a sign-in by an address": { path: "/api/auth/callback/solana" },
  "a sign-in that leads nowhere": { path: "/api/auth/csrf?callbackUrl=nowhere" },
  "no step of a sign-in": { path: "/api/auth/a/b/c" },
};

for (const [what, { method = "GET", path, headers = {}, data }] of Object.entries(ODD)) {
  test(`${what} is the caller's fault, told as a page or a problem`, async ({ request }) => {
    const answer = await request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
    expect(answer.status()).toBeGreaterThanOrEqual(400);
    expect(answer.status()).toBeLessThan(500);
    expect(answer.headers()["content-type"]).toMatch(/^(text\/html|application\/problem\+json)/);
  });
}

test("a connection without requests is kept for longer than balancers keep theirs", async ({ request }) => {
  const headers = (await request.get("/readyz")).headers();
  expect(headers["keep-alive"]).toBe("timeout=75");
});

test("a cookie with an address that leads nowhere spoils no page", async ({ request }) => {
  const cookie = "next-auth.callback-url=nowhere; next-auth.session-token=x";
  for (const path of ["/", "/ko/skills"])
    expect((await request.get(path, { headers: { cookie } })).status()).toBe(200);
});

test("a session is over for whoever has a copy of its cookie", async ({
  page,
  signIn,
  playwright,
  baseURL,
}) => {
  await signIn(page, person("signs out"), "/keys");
  const copied = await page.context().storageState();
  const copy = await playwright.request.newContext({ baseURL: baseURL ?? "", storageState: copied });
  const seen = async () => (await copy.get("/keys", { maxRedirects: 0 })).status();
  expect(await seen()).toBe(200);
  await page.goto("/api/auth/signout");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname !== "/api/auth/signout");
  expect(await seen()).not.toBe(200);
  expect(await (await copy.get("/api/auth/session")).json()).toEqual({});
  await copy.dispose();
});
