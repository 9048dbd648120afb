import { expect, test } from "vitest";
import { codingFor } from "@/lib/web/http/answer-headers";

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["gzip;q=0", null],
  ["gzip;q=0, *;q=0", null],
  ["identity", null],
  ["xgzip, brr", null],
  ["gzip;q=none", null],
  ["", null],
  [undefined, null],
  ["gzip,".repeat(1_000), null],
] as const)("%s asks for %s", (header, coding) => {
  expect(codingFor(header)).toBe(coding);
});

test("a coding that is not offered is not chosen", () => {
  expect(codingFor("br, gzip;q=0.5", ["gzip"])).toBe("gzip");
  expect(codingFor("br", ["gzip"])).toBeNull();
});
