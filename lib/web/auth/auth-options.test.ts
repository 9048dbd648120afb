import { expect, test } from "vitest";
import { authOptions } from "@/lib/web/auth/auth-options";

const SITE = "http://127.0.0.1:3000";
process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";
process.env["NEXTAUTH_URL"] = SITE;

test("a short secret is refused", () => {
  process.env["NEXTAUTH_SECRET"] = "short";
  expect(() => authOptions()).toThrow("NEXTAUTH_SECRET");
  process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";
});

test.each([
  ["/dashboard", `${SITE}/dashboard`],
  ["https://evil.example/", SITE],
  ["//evil.example/", SITE],
  ["javascript:alert(1)", SITE],
])("after signing in, %s leads to %s", async (url, expected) => {
  const target = await authOptions().callbacks?.redirect?.({ url, baseUrl: SITE });
  expect(target).toBe(expected);
});
