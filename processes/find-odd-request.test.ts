import { expect, test } from "vitest";
import { findOddity } from "./find-odd-request";

const HOST = "market.example";
const FORM = "multipart/form-data; boundary=----x";
const ACTION = "40500d3cce540f696045d9ec00adb118d76b03512d";

const get = (url: string) => ({ method: "GET", url, headers: { host: HOST } });
const post = (headers: Record<string, string>, url = "/login") => ({
  method: "POST",
  url,
  headers: { host: HOST, ...headers },
});

test.each([
  ["a page", get("/ko/skills?q=%ED%95%9C")],
  ["a name with a percent sign, escaped as often as it is read", get("/people/a%2525b")],
  ["a file of the framework", get("/_next/static/chunks/a.js")],
  ["only the head", { ...get("/skills"), method: "HEAD" }],
  ["a form of this site", post({ origin: `https://${HOST}`, "content-type": FORM })],
  ["a form through a proxy", post({ host: "10.0.0.1", "x-forwarded-host": HOST, origin: `https://${HOST}` })],
  ["a form of a program, which has no origin", post({ "content-type": FORM })],
  ["a form sent by scripts", post({ origin: `https://${HOST}`, "next-action": ACTION })],
  ["a boundary in quotes", post({ "content-type": 'Multipart/Form-Data; charset=utf-8; boundary="a-b"' })],
  ["a route beside the pages", { ...get("/api/uploads/x"), method: "DELETE" }],
])("%s passes", (_what, request) => {
  expect(findOddity(request)).toBeNull();
});

test.each([
  ["half an escape", get("/skills/%")],
  ["an escape of no character", get("/skills/%FF")],
  ["an escape that is none once it is read", get("/skills/%25ff")],
  ["half a pair, escaped twice", get("/people/%25ED%25A0%2580")],
  ["NUL, escaped twice", get("/skills/a%2500")],
  ["NUL in a picture's address", get("/_next/image?url=%00")],
  ["an address that is none", get("market.example:443")],
  ["a star that asks for no options", { ...get("*"), method: "GET" }],
  ["a form without a boundary", post({ "content-type": "multipart/form-data" })],
  ["a form with an empty boundary", post({ "content-type": "multipart/form-data; boundary=" })],
  ["a mixed form", post({ "content-type": "multipart/mixed; boundary=x" })],
  ["an action with a word for a name", post({ "next-action": "nonsense" })],
  ["an action with a name without end", post({ "next-action": "a".repeat(4000) })],
  ["an action with a path for a name", post({ "next-action": "../../etc" })],
])("%s is misread", (_what, request) => {
  expect(findOddity(request)).toBe("misread");
});

test.each(["https://evil.example", `https://${HOST}.evil.example`, `https://${HOST}:444`, "null", "][", ""])(
  "a form from %j is foreign",
  (origin) => {
    for (const type of [FORM, "text/plain", "application/x-www-form-urlencoded"])
      expect(findOddity(post({ origin, "content-type": type }))).toBe("foreign");
    expect(findOddity(post({ origin, "next-action": ACTION }, "/ko/settings"))).toBe("foreign");
  },
);

test.each(["*", "/", "/skills"])("what may be done is told of %s", (url) => {
  expect(findOddity({ ...get(url), method: "OPTIONS" })).toBe("options");
});

test.each([
  ["a picture that is sent", { ...get("/_next/image?url=/a.png"), method: "POST" }],
  ["a method that pages have not", { ...get("/skills"), method: "PROPFIND" }],
  ["a method no request of a script may have", { ...get("/"), method: "TRACE" }],
  ["that method on a route", { ...get("/api/auth/session"), method: "TRACE" }],
])("%s is a method that is not there", (_what, request) => {
  expect(findOddity(request)).toBe("method");
});
