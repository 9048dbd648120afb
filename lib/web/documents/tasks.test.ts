import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { loadMessages, type Messages } from "@/lib/platform/i18n/translations";
import { TASKS } from "./guides";
import { PICTURE_SIZE, pictureAddress } from "./picture-address";
import { readPicture } from "./read-picture";

const DOCS = path.resolve(import.meta.dirname, "../../../docs");
const MOST_BYTES = 40 * 1024;

const read = (locale: Locale, task: string) =>
  fs.readFileSync(path.join(DOCS, locale === DEFAULT_LOCALE ? "" : locale, `${task}.md`), "utf8");
const PAGES = LOCALES.flatMap((locale) => TASKS.map((task) => [locale, task] as const));
const picturesOf = (text: string) => Array.from(text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g));

/** Written on the page in every language alike. */
const OF_NO_LANGUAGE = ["Demo wallet (local ledger only)", "CSV"];

function wordsOf(messages: Messages): string[] {
  return Object.values(messages).flatMap((each) => (typeof each === "string" ? [each] : wordsOf(each)));
}

/** The words of a message with anything in the places of its values. */
function isMessage(shown: string, message: string): boolean {
  const [first = "", ...rest] = message.split(/\{\w+\}/);
  return (
    shown === message ||
    (rest.length === 1 &&
      first + (rest[0] ?? "") !== "" &&
      shown.startsWith(first) &&
      shown.endsWith(rest[0] ?? ""))
  );
}

describe.each(PAGES)("in %s, the task %s", (locale, task) => {
  const text = read(locale, task);

  test("names the parts of pages as they are named there", () => {
    const words = [...OF_NO_LANGUAGE, ...wordsOf(loadMessages(locale))];
    const named = Array.from(text.matchAll(/\*\*([^*]+)\*\*/g), ([, name = ""]) =>
      name.replaceAll("\n", " "),
    );
    expect(named.filter((name) => !words.some((message) => isMessage(name, message)))).toEqual([]);
  });

  test("has pictures in its language, with words for those who do not see them", () => {
    const pictures = picturesOf(text);
    expect(pictures.length).toBeGreaterThan(1);
    for (const [whole, words = "", file = ""] of pictures) {
      expect(words.length, whole).toBeGreaterThan(8);
      expect(pictureAddress(file), whole).toMatch(new RegExp(`^/docs/images/${locale}/`));
    }
  });
});

test("every picture is small, has its size, and stands in a document", () => {
  const shown = PAGES.flatMap(([locale, task]) =>
    picturesOf(read(locale, task)).map(([, , file = ""]) => pictureAddress(file)),
  );
  const kept = LOCALES.flatMap((locale) =>
    fs.readdirSync(path.join(DOCS, "images", locale)).map((file) => `/docs/images/${locale}/${file}`),
  );
  expect(new Set<string | null>(kept)).toEqual(new Set(shown));
  for (const address of kept) {
    const bytes = Buffer.from(readPicture(address) ?? []);
    expect(bytes.length, address).toBeLessThan(MOST_BYTES);
    expect(webpSize(bytes), address).toEqual(PICTURE_SIZE);
  }
});

/** Of a WebP file in the extended format, as the browser writes it (RFC 9649, 2.7). */
function webpSize(bytes: Buffer): { width: number; height: number } {
  expect(bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 16)).toBe("RIFFWEBPVP8X");
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

test.each([
  ["images/en/install-find.webp", "/docs/images/en/install-find.webp"],
  ["../images/zh-Hans/a.webp", "/docs/images/zh-Hans/a.webp"],
  ["https://elsewhere.example/images/en/a.webp", null],
  ["//elsewhere.example/images/en/a.webp", null],
  ["images/en/../../../etc/a.webp", null],
  ["images/fr/a.webp", null],
  ["images/en/a.svg", null],
  ["data:image/webp;base64,AAAA", null],
])("the picture %s is at %s", (written, address) => {
  expect(pictureAddress(written)).toBe(address);
});

test.each(["/docs/images/en/none.webp", "/docs/images/../openapi.json", "/etc/passwd", ""])(
  "there is no picture at %j",
  (address) => {
    expect(readPicture(address)).toBeNull();
  },
);
