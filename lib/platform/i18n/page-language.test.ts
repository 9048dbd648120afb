import { describe, expect, test } from "vitest";
import { isAddressOf, localeSetCookie, pageLanguage, withLocale } from "@/lib/platform/i18n/page-language";

interface Asked {
  path?: string;
  cookie?: string;
  "accept-language"?: string;
  "sec-fetch-dest"?: string;
}
const languageOf = ({ path = "/skills", ...headers }: Asked) =>
  pageLanguage(path, (name) => headers[name as keyof typeof headers]);

describe("the language of a page", () => {
  test.each<[Asked, string]>([
    [{}, "en"],
    [{ "accept-language": "ko" }, "ko"],
    [{ "accept-language": "fr, zh-TW;q=0.8" }, "zh-Hans"],
    [{ cookie: "emporion-locale=ko", "accept-language": "zh" }, "ko"],
    [{ cookie: "a=b;emporion-locale=zh-Hans;c=d", "accept-language": "ko" }, "zh-Hans"],
    [{ cookie: "emporion-locale=ko; emporion-locale=ko", "accept-language": "zh" }, "ko"],
    [{ path: "/ko", cookie: "emporion-locale=en" }, "ko"],
    [{ path: "/ko/skills", "accept-language": "zh" }, "ko"],
    [{ path: "/zh-hans/skills" }, "zh-Hans"],
    [{ path: "/%6Bo/skills" }, "ko"],
    [{ path: "//ko/skills" }, "ko"],
    [{ path: "/korea", "accept-language": "zh" }, "zh-Hans"],
    [{ path: "/skills/ko" }, "en"],
    [{ path: "/%ff/ko" }, "en"],
  ])("%j is %s", (asked, locale) => {
    expect(languageOf(asked).locale).toBe(locale);
  });

  test.each([
    "emporion-locale=ko=x",
    "emporion-locale=",
    "emporion-locale",
    "emporion-locale=KO",
    "emporion-locale=%6Bo",
    'emporion-locale="ko"',
    "emporion-locale=ko; emporion-locale=en",
    "emporion-locale=ko; emporion-locale=ko=x",
    "emporion-locale=ko; emporion-locale",
    "emporion-locale=../ko",
    "Emporion-Locale=ko",
    "x=emporion-locale=ko",
  ])("is not chosen by the cookie %s", (cookie) => {
    expect(languageOf({ cookie, "accept-language": "zh" }).locale).toBe("zh-Hans");
  });
});

test.each<[Asked, boolean]>([
  [{}, true],
  [{ path: "/" }, true],
  [{ path: "/ko/skills" }, true],
  [{ path: "/ko/skills", cookie: "emporion-locale=en" }, true],
  [{ path: "/en/skills" }, false],
  [{ cookie: "emporion-locale=ko" }, false],
  [{ "accept-language": "zh" }, false],
])("%j answers with the page itself: %s", (asked, itself) => {
  expect(isAddressOf(languageOf(asked))).toBe(itself);
});

test.each<[Asked, boolean]>([
  [{ path: "/ko/skills" }, true],
  [{ path: "/en/skills", cookie: "emporion-locale=ko" }, true],
  [{ path: "/ko/skills", cookie: "emporion-locale=ko=x" }, true],
  [{ path: "/ko/skills", "sec-fetch-dest": "document" }, true],
  [{ path: "/ko/skills", "sec-fetch-dest": "empty" }, false],
  [{ path: "/ko/skills", cookie: "emporion-locale=ko", "accept-language": "zh" }, false],
  [{ path: "/ko/skills", "accept-language": "ko" }, false],
  [{ path: "/en/skills" }, false],
  [{ cookie: "emporion-locale=ko" }, false],
])("%j is a choice that is new: %s", (asked, isNew) => {
  expect(languageOf(asked).isNewChoice).toBe(isNew);
});

test.each([
  [null, "emporion-locale=ko"],
  ["a=b; emporion-locale=en=x;  c=d=e;;emporion-locale", "a=b; c=d=e; emporion-locale=ko"],
  ["\temporion-locale=en; emporion-locale =en; emporion-locales=1", "emporion-locales=1; emporion-locale=ko"],
])("a page is told one language, whatever the cookies %j say", (cookies, told) => {
  expect(withLocale(cookies, "ko")).toBe(told);
});

test("a choice is kept for a year", () => {
  expect(localeSetCookie("zh-Hans")).toBe("emporion-locale=zh-Hans; Path=/; Max-Age=31536000; SameSite=lax");
});
