import { beforeAll, expect, test } from "vitest";
import { accessTokenFor, assertAccess } from "@/lib/running/runs/get-run";

beforeAll(() => {
  process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";
});

test("a token opens the quote it was made for and no other", () => {
  const token = accessTokenFor("quo_1");
  expect(() => assertAccess("quo_1", token)).not.toThrow();
  expect(() => assertAccess("quo_2", token)).toThrow("access token");
});

test("nothing opens without a token", () => {
  expect(() => assertAccess("quo_1", undefined)).toThrow("access token");
  expect(() => assertAccess("quo_1", "")).toThrow("access token");
});

test("without the server's secret there is no token", () => {
  const { NEXTAUTH_SECRET = "" } = process.env;
  delete process.env["NEXTAUTH_SECRET"];
  try {
    expect(() => accessTokenFor("quo_1")).toThrow("NEXTAUTH_SECRET is not set");
  } finally {
    process.env["NEXTAUTH_SECRET"] = NEXTAUTH_SECRET;
  }
});
