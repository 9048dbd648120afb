import fs from "node:fs";
import path from "node:path";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import packageJson from "@/package.json";
import { readApiDescription } from "./read-api-description";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");
const docs = fs.readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "checks/clients/README.md",
  ...docs.map((name) => `docs/${name}`),
]
  .filter((name) => /\.md$|errors\.yaml$/.test(name))
  .map((name) => [name, read(name)] as const);

const FENCE = /```(\w*)\n([\s\S]*?)```/g;
const withoutCode = (text: string) => text.replaceAll(FENCE, "");
const namesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

const PARSERS: Record<string, (text: string) => unknown> = {
  json: (text) => JSON.parse(text) as unknown,
  toml: parseToml,
  yaml: (text) => parseYaml(text) as unknown,
};

test.each(PAGES)("what %s gives as JSON, TOML or YAML can be read as that", (_, text) => {
  for (const [, language = "", body = ""] of text.matchAll(FENCE)) {
    expect(() => PARSERS[language]?.(body), body).not.toThrow();
  }
});

/** The anchor of a heading, as the pages of /docs and code hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/** The English text of a translation, whose headings name the places in it too. */
const originalOf = (name: string) => name.replace(/^docs\/(?:ko|zh-Hans)\//, "docs/");

test.each(PAGES)("every link of %s leads to a file and a heading that are there", (name, text) => {
  for (const link of namesOf(withoutCode(text), /\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [file = "", anchor] = link.split("#", 2);
    const target = file === "" ? name : path.posix.join(path.posix.dirname(name), file);
    expect(fs.existsSync(path.join(ROOT, target)), link).toBe(true);
    const headings =
      anchor === undefined ? [] : namesOf(read(originalOf(target)), /^#+ (.+)$/gm).map(anchorOf);
    if (anchor !== undefined) expect(headings, link).toContain(anchor);
  }
});

const SETTINGS = namesOf(read(".env.example"), /^# ([A-Z][A-Z0-9_]+)=/gm);
const PARSED = [...new Set(namesOf(read("lib/platform/config/env.ts"), /^ {2}([A-Z][A-Z0-9_]+):/gm))];

test(".env.example and what is read agree", () => {
  const setByTheStart = ["NODE_ENV", "DEMONSTRATION"];
  expect([...SETTINGS, ...setByTheStart].sort()).toEqual([...PARSED].sort());
});

/** Names in capitals that are neither settings nor error codes of this market. */
const OTHERS = [
  "CONVERTER_VERSION", // a constant of lib/conversion
  "LATE_UNAPPLIED", // a state of a settlement
  "F_OFD_SETLK", // of the kernel
  "EMPORION_MARKET", // of the command
  "EMPORION_API_KEY",
  "EMPORION_READ_TOKEN",
  "EMPORION_AGENT_SECRET",
  "EMPORION_READ_TOKEN",
  "QUOTE_NOT_AS_SHOWN", // of the client
  "OWN_LIMIT_EXCEEDED",
  "NODE_ENV",
  "OTEL_TRACES_SAMPLER", // OpenTelemetry's own
  "OTEL_TRACES_SAMPLER_ARG",
  "PROPERTY_SEED", // of the tests
  "RECORD_TRANSLATED",
  "UPDATE_OPENAPI",
  "BENCH_PEER", // of the bench
  "RECORD_PICTURES", // of the walks through the task pages
  "RECORD_DATA", // of the tests that write what is made of tables
  "RECORD_DIGESTS",
  "BENCH_SKILLS",
  "SOAK_CALLS",
  "VOLUME_SKILLS",
  "VOLUME_ACCOUNTS",
  "VOLUME_SALES",
  "VOLUME_ASKS",
  "READS_PARTS",
  "READS_SECONDS",
  "READS_CHANGES",
  "READS_MIXED",
  "READS_SKILLS",
  "SKILLS_API_URL", // of the client `skills`
];

test.each(PAGES.filter(([name]) => !name.startsWith("docs/dialects/")))(
  "every setting and error code that %s names exists",
  (_, text) => {
    const known = new Set<string>([...SETTINGS, ...ERROR_CODES, ...OTHERS]);
    const named = namesOf(withoutCode(text), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  },
);

test.each(PAGES)("every npm script and file of ours that %s names exists", (_, text) => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const called = namesOf(text, /\bnpm run (?:--\w+ )*([\w:-]+)/g);
  expect(called.filter((name) => scripts[name] === undefined)).toEqual([]);
  const files = namesOf(text, /`((?:docs|lib|api|components|processes|cli|client|checks)\/[\w./[\]-]+)`/g);
  expect(files.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
});

test.each(PAGES)("every operation of the API that %s names exists", (_, text) => {
  const known = new Set(
    Object.entries(readApiDescription().paths).flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address.replaceAll(/\{\w+\}/g, "{}")}`),
    ),
  );
  const named = [...withoutCode(text).matchAll(/`(GET|POST|DELETE|PUT) (\/v1\/[\w/{}.-]*)[^`]*`/g)];
  const shapes = named.map(([, method, address = ""]) => `${method} ${address.replaceAll(/\{\w+\}/g, "{}")}`);
  const unknown = shapes.filter((shape) => !known.has(shape) && !/\/(?:ID|NAME)\b/.test(shape));
  expect(unknown).toEqual([]);
});

test("every package that is asked for has a line of its own, with its licence", () => {
  const { dependencies, devDependencies } = packageJson;
  const lines = read("docs/decisions/0009-libraries.md").split("## In use")[1] ?? "";
  const told = Array.from(
    lines.matchAll(/^\| `([^`]+)` +\|[^|]+\| (\S+(?: AND \S+)?) +\|/gm),
    ([, name, licence]) => `${name} ${licence}`,
  );
  const asked = Object.keys({ ...dependencies, ...devDependencies }).map((name) => {
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string };
    return `${name} ${license.replaceAll(/[()]/g, "")}`;
  });
  expect(told.sort()).toEqual(asked.sort());
});
