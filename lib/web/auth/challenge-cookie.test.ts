import { expect, test } from "vitest";
import { challengeCookie, readChallengeCookie } from "@/lib/web/auth/challenge-cookie";

test("the cookie is out of reach of scripts, and bound to the host over https", () => {
  const set = challengeCookie("v", { siteUrl: "https://market.example", maxAgeSeconds: 300 });
  expect(set).toBe("__Host-emporion-sign-in=v; Path=/; Max-Age=300; HttpOnly; SameSite=Strict; Secure");
  expect(readChallengeCookie("a=1; __Host-emporion-sign-in=v", "https://market.example")).toBe("v");
  expect(readChallengeCookie("emporion-sign-in=v", "https://market.example")).toBeUndefined();
  expect(readChallengeCookie(undefined, "http://127.0.0.1:3000")).toBeUndefined();
});
