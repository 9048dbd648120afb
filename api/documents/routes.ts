import type { OpenAPIHono } from "@hono/zod-openapi";
import { sendCachedText } from "@/api/answer";
import type { ApiContext, ApiEnv } from "@/api/context";
import { llmsTxt } from "@/api/documents/llms-txt";
import { isErrorCode, readErrorPage } from "@/lib/documents/error-pages";
import { isGuide } from "@/lib/documents/guides";
import { readGuide } from "@/lib/documents/read-document";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import { PROBLEMS } from "@/lib/http/problems/problem-table";

const AGE_SECONDS = 3600;
const PLAIN = "text/plain; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";

/**
 * The guides and the pages of the error codes as the text they are written in, for readers that are
 * programs (llmstxt.org), and the guide that leads to them.
 */
export function addDocuments(app: OpenAPIHono<ApiEnv>): void {
  app.get("/llms.txt", (c) => sendCachedText(c, llmsTxt(env().APP_URL), PLAIN, AGE_SECONDS));
  app.get("/docs/:file{[a-z-]+\\.md}", (c) => send(c, guideOf(nameIn(c))));
  app.get("/errors/:file{[A-Z0-9_]+\\.md}", (c) => send(c, errorPageOf(nameIn(c))));
}

const nameIn = (c: ApiContext) => c.req.param("file")?.replace(/\.md$/, "") ?? "";

function guideOf(name: string): string | null {
  const guide = isGuide(name) ? readGuide(name, env().APP_URL, DEFAULT_LOCALE) : null;
  return guide && `# ${guide.title}\n\n${guide.body}\n`;
}

function errorPageOf(code: string): string | null {
  if (!isErrorCode(code)) return null;
  const { title, body } = readErrorPage(code, DEFAULT_LOCALE);
  return `# ${code}\n\nHTTP ${PROBLEMS[code].status}: ${title}\n\n${body}\n`;
}

function send(c: ApiContext, text: string | null): Response {
  if (text !== null) return sendCachedText(c, text, MARKDOWN, AGE_SECONDS);
  throw new DomainError("NOT_FOUND", "There is no such document. /llms.txt names those there are.");
}
