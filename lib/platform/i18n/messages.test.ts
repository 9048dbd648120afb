import fs from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { MEANING_NAMESPACES } from "@/lib/platform/i18n/code-meanings";
import { loadMessages, type Messages } from "@/lib/platform/i18n/translations";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Every message of a language by its full key. */
function flatten(messages: Messages, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

const catalogues = new Map(LOCALES.map((locale) => [locale, flatten(messagesOf(locale))]));
const english = catalogues.get(DEFAULT_LOCALE) ?? new Map<string, string>();

/** Without what English says elsewhere (lib/platform/i18n/code-meanings.test.ts). */
function messagesOf(locale: (typeof LOCALES)[number]): Messages {
  const elsewhere: readonly string[] = MEANING_NAMESPACES;
  return Object.fromEntries(
    Object.entries(loadMessages(locale)).filter(([name]) => !elsewhere.includes(name)),
  );
}

describe.each(LOCALES)("messages in %s", (locale) => {
  const catalogue = catalogues.get(locale) ?? new Map<string, string>();

  it("are as many as in English, under the same keys", () => {
    expect([...catalogue.keys()].sort(byCode)).toEqual([...english.keys()].sort(byCode));
  });

  it("are never empty", () => {
    expect([...catalogue].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("use the values and tags of English; only a count and a line break may differ", () => {
    const differing = [...catalogue].filter(
      ([key, text]) => fixedParts(text) !== fixedParts(english.get(key) ?? ""),
    );
    expect(differing.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it("are valid ICU messages", () => {
    const problems: string[] = [];
    const onError = (error: Error) => problems.push(error.message);
    // Keys come from the files here, so the compiler cannot know them.
    const t = createTranslator({ locale, messages: loadMessages(locale), onError }) as unknown as {
      rich(key: string, values: object): unknown;
    };
    for (const [key, text] of catalogue) t.rich(key, valuesFor(text));
    expect(problems).toEqual([]);
  });
});

describe("the source", () => {
  const sources = sourceFiles(["app", "components", "lib"]).map((file) => ({
    file,
    text: fs.readFileSync(path.join(ROOT, file), "utf8"),
  }));
  const everything = sources.map(({ text }) => text).join("\n");

  it("asks for no message that does not exist", () => {
    const missing = sources.flatMap(({ file, text }) => {
      const named = namespacesOf(text);
      // A function that is handed a translator speaks for the whole catalogue.
      const namespaces = named.length === 0 ? [""] : named;
      const asked = [...text.matchAll(/(?<![\w.])t(?:\.rich|\.raw|\.markup)?\(\s*"([\w.-]+)"/g)].map(
        (match) => match[1] ?? "",
      );
      return asked
        .filter((key) => !namespaces.some((namespace) => english.has(join(namespace, key))))
        .map((key) => `${file}: ${key}`);
    });
    expect(missing).toEqual([]);
  });

  // A key may be put together from parts or come from a list elsewhere, so any literal of that name counts as a use.
  it("uses every message", () => {
    const namespaces = [...new Set(sources.flatMap(({ text }) => namespacesOf(text)))];
    const patterns = sources.flatMap(({ text }) => templateKeys(text));
    const literals = literalsOf(everything);
    // The texts of an island are members of its labels.
    const parts = new Set([...everything.matchAll(LABELS)].map((match) => match[1] ?? ""));
    const members = new Set([...everything.matchAll(/\.(\w+)/g)].map((match) => match[1] ?? ""));
    const isUsed = (key: string) =>
      namespaces.some((namespace) => {
        if (namespace !== "" && !key.startsWith(`${namespace}.`)) return false;
        const rest = namespace === "" ? key : key.slice(namespace.length + 1);
        return (
          patterns.some((pattern) => pattern.test(rest)) ||
          literals.has(rest) ||
          (parts.has(namespace) && members.has(rest))
        );
      });
    expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });
});

const LABELS = /labelsOf\([^"]*"([\w.-]+)"/g;

function join(namespace: string, key: string): string {
  return namespace === "" ? key : `${namespace}.${key}`;
}

/** Keys written as templates: `audit.${state}` stands for every key of that form. One part at least must be fixed. */
function templateKeys(source: string): RegExp[] {
  const templates = [...source.matchAll(/`((?:[\w.-]|\$\{[^}`]*\})+)`/g)].map((match) => match[1] ?? "");
  return templates
    .filter((template) => template.includes("${") && /[a-z]/.test(template.replaceAll(/\$\{[^}]*\}/g, "")))
    .map(
      (template) =>
        new RegExp(
          `^${template
            .split(/\$\{[^}]*\}/)
            .map(escapePattern)
            .join("[\\w-]+")}$`,
        ),
    );
}

/** Words in quotes, and names of members with what follows each of their dots; the source is read once for all keys. */
function literalsOf(source: string): Set<string> {
  const quoted = [...source.matchAll(/["'`]([\w.-]+)(?=["'`])/g)].map((match) => match[1] ?? "");
  const members = [...source.matchAll(/(?<![\w.-])([\w.-]+)(?=:)/g)].map((match) => match[1] ?? "");
  const endings = members.flatMap((name) => name.split(".").map((_, at, parts) => parts.slice(at).join(".")));
  return new Set([...quoted, ...endings]);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/**
 * Names of values and tags that every language must have. Chinese and Korean have one plural form and need no count.
 */
function fixedParts(text: string): string {
  const values = [...text.matchAll(/(?<!(?:one|other|=\d) )\{(\w+)(?=[,}])(?!,\s*plural)/g)].map(
    (match) => match[1] ?? "",
  );
  const tags = [...text.matchAll(/<(\w+)>/g)]
    .map((match) => `<${match[1] ?? ""}>`)
    .filter((tag) => tag !== "<br>");
  return [...new Set([...values, ...tags])]
    .filter((name) => name !== "count")
    .sort(byCode)
    .join(" ");
}

function valuesFor(text: string): Record<string, string | number | (() => string)> {
  const values = [...text.matchAll(/\{(\w+)(,\s*plural)?/g)].map(
    (match) => [match[1], match[2] ? 2 : "x"] as const,
  );
  const tags = [...text.matchAll(/<(\w+)>/g)].map((match) => [match[1], () => "x"] as const);
  return Object.fromEntries([...values, ...tags]);
}

function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test.") && !name.includes("generated"))
      .map((name) => path.join(folder, name)),
  );
}

/** Namespaces a file takes its messages from; "" for the whole catalogue. */
function namespacesOf(source: string): string[] {
  const named = [
    ...source.matchAll(
      /(?:(?:use|get)Translations|unlistedPage|publicPage)\(\s*(?:"\/[^"]*", )?(?:"([\w.-]+)"|\{[^}]*namespace:\s*"([\w.-]+)"[^}]*\}|(\)))/g,
    ),
  ];
  const handed = [...source.matchAll(LABELS)].map((match) => match[1] ?? "");
  return [...new Set([...named.map((match) => match[1] ?? match[2] ?? ""), ...handed])];
}
