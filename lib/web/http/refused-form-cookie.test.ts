import { expect, test } from "vitest";
import { storeForPage, MAX_STORED_BYTES, takeRefusedForm } from "@/lib/web/http/refused-forms";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const REFUSED = { form: "report", fields: { text: "It lies." } };

test("the cookie reads what was written, is sent to that one page, and is out of reach of scripts and other sites", async () => {
  const path = "/ko/skills/a/report?problem=REQUEST_INVALID#text";
  const cookie = await storeForPage(REFUSED, { path, address: "192.0.2.1" });
  expect(cookie?.options).toEqual({
    httpOnly: true,
    sameSite: "strict",
    path: "/ko/skills/a/report",
    secure: false,
    maxAge: 600,
  });
  expect(cookie?.name).toBe("emporion-written");
  expect(await takeRefusedForm(cookie?.value ?? "")).toEqual(REFUSED);
});

test("what stands in the address adds nothing to the cookie, and what is too large has none", async () => {
  const address = "192.0.2.2";
  const cookie = await storeForPage(REFUSED, { path: "/skills/a; Domain=example.org", address });
  expect(cookie?.options.path).toBe("/skills/a");
  expect(await storeForPage(REFUSED, { path: "https://example.org/", address })).toBeNull();
  const fields = { text: "x".repeat(MAX_STORED_BYTES) };
  expect(await storeForPage({ form: "report", fields }, { path: "/", address })).toBeNull();
});

test("an address has a megabyte kept in ten minutes, also at once; others are not held back by it", async () => {
  // The longest text in the widest script, twice: what the largest form holds.
  const large = { form: "report", fields: { text: "가".repeat(4000), more: "가".repeat(4000) } };
  const keep = (address: string) => storeForPage(large, { path: "/skills/a/report", address });
  const kept = await Promise.all(Array.from({ length: 60 }, () => keep("192.0.2.3")));
  expect(kept.filter((cookie) => cookie !== null)).toHaveLength(Math.floor(1024 / 24));
  expect(await keep("192.0.2.4")).not.toBeNull();
});
