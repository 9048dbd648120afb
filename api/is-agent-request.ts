import { z } from "@hono/zod-openapi";
import { app, OPERATIONS, PLAIN } from "@/api/app";
import type { Operation } from "@/api/frame/operation";
import { formOf } from "@/api/frame/paths";
import { LOCALES } from "@/lib/platform/i18n/routing";

interface Asked {
  method?: string | undefined;
  url?: string | undefined;
}
type Answers = (asked: Asked) => boolean;

const BELOW_PAGES = PLAIN.filter(({ belowPages }) => belowPages);
const BESIDE_PAGES = new Set(
  [...OPERATIONS.filter(({ besidePage }) => besidePage), ...BELOW_PAGES].map(({ path }) => firstOf(path)),
);
/** The discovery index or marketplace of a page: clients are given the page's address and look below it. */
const INDEX_OF_PAGE = /^\/[^?]{1,300}\/\.(?:well-known|claude-plugin)\//;
/** All that stands below the first segments of our own routes; below `/api` the second one tells, as pages have some too. */
const OWN = beginWith(
  app.routes
    .map(({ path }) => path.replaceAll("*", ""))
    .filter((path) => !INDEX_OF_PAGE.test(path))
    .map(firstOf)
    .filter((first) => first !== "" && !BESIDE_PAGES.has(first)),
);
const DOCUMENTS = BELOW_PAGES.map(({ path }) => formOf(path));
const ALWAYS = answering("always");
const FOR_PROGRAMS = answering("program");
const LANGUAGES = LOCALES.map((locale) => `/${locale}/`);

function firstOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return first === "api" ? `api/${second}` : first;
}

function beginWith(segments: readonly string[]): RegExp {
  const escaped = [...new Set(segments)].map((segment) => segment.replaceAll(".", "\\."));
  return new RegExp(`^/(?:${escaped.join("|")})(?:/|\\?|$)`);
}

function answering(besidePage: "always" | "program"): Answers {
  const forms = OPERATIONS.filter((each) => each.besidePage === besidePage).map(
    ({ method, path, route }) => ({
      method: method.toUpperCase(),
      form: formOf(path, choicesOf(route)),
    }),
  );
  return ({ method = "GET", url = "/" }) => {
    const path = pathOf(url);
    return forms.some((each) => each.method === method && each.form.test(path));
  };
}

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";

/** The words that parameters of a path can be, for those that are one of a few. */
function choicesOf({ request }: Operation["route"]): Record<string, string[]> {
  const { shape = {} } = (request?.params ?? {}) as { shape?: object };
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) =>
      schema instanceof z.ZodEnum ? [[name, schema.options.map(String)]] : [],
    ),
  );
}

/** True for what the agent API answers; everything else is a page. */
export function isAgentRequest({ method, url = "/" }: Asked): boolean {
  if (OWN.test(url) || INDEX_OF_PAGE.test(url) || ALWAYS({ method, url })) return true;
  const path = pathOf(url);
  return DOCUMENTS.some((form) => form.test(path));
}

/** True when a program, not a browser, opens a link of a mail: a link that does not work is told to it as a problem. */
export function isLinkOfProgram({
  method,
  url,
  accept = "",
}: Asked & { accept?: string | undefined }): boolean {
  return FOR_PROGRAMS({ method, url }) && !/text\/html/i.test(accept);
}

/**
 * The address, without a language, under which the agent API tells what is wrong with a link of a mail; null for no
 * such link.
 */
export function checkOfLink({ method, url = "/" }: Asked): string | null {
  const path = LANGUAGES.reduce(
    (rest, prefix) => (rest.startsWith(prefix) ? rest.slice(prefix.length - 1) : rest),
    url,
  );
  return FOR_PROGRAMS({ method, url: path }) ? path : null;
}
