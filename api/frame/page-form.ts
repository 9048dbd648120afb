import { z } from "@hono/zod-openapi";
import { setCookie } from "hono/cookie";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import { linkTokenParameter } from "@/api/schemas/parameters";
import { toRefusedForm, storeForPage } from "@/lib/web/http/refused-forms";
import { isJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import { isLocale, localizedPath } from "@/lib/platform/i18n/paths";
import { preferredLocale } from "@/lib/platform/i18n/page-language";
import type { RequestLimit } from "@/lib/web/http/limits/request-limits";
import type { Locale } from "@/lib/platform/i18n/routing";
import { wrongMember, isDomainError } from "@/lib/kernel/errors";

/**
 * What a page's form, or a program in its place, sends. A form is answered with the next page, a program with JSON: the
 * content type of what was sent decides, so that both work with the plainest client.
 */
export interface PageForm {
  isForm: boolean;
  members: Record<string, unknown>;
  /** Language of the page, and of mails that follow. */
  locale: Locale;
}

const MAX_BODY_BYTES = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

/**
 * Reads the body of a form or of JSON; the token may stand in the address instead. Throws REQUEST_INVALID
 * and CONTENT_TOO_LARGE.
 */
async function readPageForm(c: ApiContext): Promise<PageForm> {
  const bytes = await readBody(c.req.raw, { maxBytes: MAX_BODY_BYTES });
  const contentType = c.req.header("content-type") ?? "";
  const isForm = FORM_TYPE.test(contentType);
  const members = { token: c.req.query("token"), ...readMembers(bytes, { isForm, contentType }) };
  const asked = members["locale" as keyof typeof members];
  const locale =
    typeof asked === "string" && isLocale(asked) ? asked : preferredLocale(c.req.header("accept-language"));
  return { isForm, members, locale };
}

function readMembers(
  bytes: Uint8Array,
  { isForm, contentType }: { isForm: boolean; contentType: string },
): Record<string, unknown> {
  if (isForm) return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
  if (!isJsonContentType(contentType)) return {};
  const body = parseJsonBody(bytes);
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

/** The page of a form, and what its operation is counted by. */
interface FormPage {
  limit: RequestLimit;
  path: string;
  /** What the page calls the form, and the members it may show again: never one with a password. */
  written?: { name: string; fields: readonly string[] };
}

/** What was done: the body for a program, and for a person the page that follows, if not the form's own. */
interface Done<Body> {
  body: Body;
  path?: string;
  query: Record<string, string>;
}

/**
 * Does what a form asks for. A program is answered the body; a person is sent on to a page in their language with a GET,
 * so that a reload sends nothing twice, or back to the page of the form with the reason of a failure, which the page puts
 * into words, and with what was `written`. What is no foreseen failure is thrown on. Throws RATE_LIMITED, REQUEST_INVALID
 * and CONTENT_TOO_LARGE.
 */
export async function answerForm<Body>(
  c: ApiContext,
  { limit, path, written }: FormPage,
  work: (form: PageForm) => Promise<Done<Body>>,
): Promise<Body | Response> {
  const form = await readPageForm(c);
  const { locale, members, isForm } = form;
  try {
    await limitRate(c, limit, callerAddress(c));
    const done = await work(form);
    return isForm ? seePage(c, { locale, path: done.path ?? path, query: done.query }) : done.body;
  } catch (error) {
    if (!isForm || !isDomainError(error)) throw error;
    if (written) await keepWritten(c, localizedPath(locale, path), { members, ...written });
    const { token } = members;
    const query = {
      ...(typeof token === "string" ? { token } : {}),
      problem: wrongMember(error) ?? error.code,
    };
    return seePage(c, { locale, path, query });
  }
}

function seePage(
  c: ApiContext,
  { locale, path, query }: { locale: Locale; path: string; query: Record<string, string> },
): Response {
  const search = new URLSearchParams(query).toString();
  const location = localizedPath(locale, path) + (search === "" ? "" : `?${search}`);
  return c.body(null, 303, { location, "cache-control": "no-store" });
}

/** Only for a form of our own page: nothing that another site sends is ever found in one. */
async function keepWritten(
  c: ApiContext,
  page: string,
  { members, name, fields }: Pick<PageForm, "members"> & { name: string; fields: readonly string[] },
): Promise<void> {
  if (c.req.header("sec-fetch-site") !== "same-origin") return;
  const refused = toRefusedForm(name, fields, (field) => members[field]);
  const cookie = await storeForPage(refused, { path: page, address: callerAddress(c) });
  if (cookie) setCookie(c, cookie.name, cookie.value, cookie.options);
}

/** Operations that a page's form and a program can call alike. */

/**
 * The body of such an operation: members that are texts; those that are `required` first. It is described as the JSON that
 * programs send. The form of the page has the same members.
 */
export function formBody(required: Record<string, string>, optional: Record<string, string> = {}) {
  const schema = {
    type: "object" as const,
    required: Object.keys(required),
    properties: Object.fromEntries(
      Object.entries({ ...required, ...optional }).map(([name, description]) => [
        name,
        { type: "string" as const, description },
      ]),
    ),
  };
  return {
    // A token may stand in the address instead.
    ...(schema.required.some((name) => name !== "token") ? { required: true } : {}),
    content: { "application/json": { schema } },
  };
}

export const FORM_ANSWER = {
  303: { description: "For a form: the page that shows how it went, also when it failed." },
};
/** Why what a form sends is refused before anything is made of it. */
export const FORM_PROBLEMS = ["REQUEST_INVALID", "CONTENT_TOO_LARGE", "RATE_LIMITED"] as const;

/** What a form is that opens with the link of a mail. */
export const LINK_FORM = {
  besidePage: "always",
  description:
    "With the token of the mailed link, by the person who got it. Opening the link shows a page with a button that does this.",
  body: formBody({ token: "The token of the link; it may stand in the address instead." }),
} as const;
/** What a program is told of such a link. */
export const LINK_CHECK = {
  besidePage: "program",
  description:
    "A link that works is a page for a person, and opening it changes nothing. A program that asks without accepting text/html is told as a problem when it does not work.",
  query: z.object({ token: linkTokenParameter }),
  answers: { 204: "The link works: the page follows in its place." },
} as const;
