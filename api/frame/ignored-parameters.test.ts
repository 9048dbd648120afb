import { expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const ignoredBy = async (path: string) => (await call("GET", path)).headers.get("x-ignored-parameters");

test.each([
  ["/v1/skills?categry=finance&q=x", "categry"],
  ["/v1/skills?colour=1&shape=2&limit=3", "colour, shape"],
  ["/v1/agent/search?Q=x", "Q"],
  ["/v1/tally?utm=1", "utm"],
  [`/v1/skills?${encodeURIComponent("é\r\nset-cookie: x")}=1`, "%C3%A9%0D%0Aset-cookie%3A%20x"],
  [`/v1/skills?${"x".repeat(500)}=1`, "x".repeat(40)],
  ["/v1/skills?a=&b=&c=&d=&e=&f=&g=", "a, b, c, d, e"],
])("%s is answered, and told what it does not know", async (path, ignored) => {
  expect(await ignoredBy(path)).toBe(ignored);
});

test.each(["/v1/skills?q=x&category=finance&limit=3", "/v1/skills", "/v1/tally"])(
  "nothing is said of %s",
  async (path) => {
    expect(await ignoredBy(path)).toBeNull();
  },
);
