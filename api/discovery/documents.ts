import { sendCachedJson, sendCachedText } from "@/api/frame/answer";
import type { ApiContext } from "@/api/frame/context";
import type { PlainRoute } from "@/api/frame/operation";
import { env } from "@/lib/platform/config/env";
import { isErrorCode, readErrorPage } from "@/lib/web/documents/error-pages";
import { isGuide } from "@/lib/web/documents/guides";
import { PICTURE_FILES, PICTURE_LANGUAGES } from "@/lib/web/documents/picture-address";
import { readPicture } from "@/lib/web/documents/read-picture";
import { readGuide, readPlain } from "@/lib/web/documents/read-document";
import { PROBLEMS } from "@/lib/kernel/error-codes";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { policyJsonSchema, POLICY_SCHEMA_PATH } from "@/lib/vetting/policy/policy";
import { DomainError } from "@/lib/kernel/errors";

const AGE_SECONDS = 3600;
const PLAIN = "text/plain; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";

/**
 * The guides and the pages of the error codes as the text they are written in, for readers that are
 * programs (llmstxt.org), the guide that leads to them, the pictures in them, and the JSON Schema of a policy.
 */
export const DOCUMENTS: readonly PlainRoute[] = [
  {
    path: "/llms.txt",
    cacheKind: "release",
    handler: (c) => send(c, readPlain("llms.txt", env().APP_URL), PLAIN),
  },
  {
    path: POLICY_SCHEMA_PATH,
    cacheKind: "release",
    handler: (c) => sendCachedJson(c, policyJsonSchema(), AGE_SECONDS),
  },
  {
    belowPages: true,
    path: "/docs/:file{[a-z-]+\\.md}",
    cacheKind: "release",
    handler: (c) => send(c, guideOf(nameIn(c))),
  },
  {
    belowPages: true,
    path: "/errors/:file{[A-Z0-9_]+\\.md}",
    cacheKind: "release",
    handler: (c) => send(c, errorPageOf(nameIn(c))),
  },
  {
    belowPages: true,
    path: `/docs/images/:language{${PICTURE_LANGUAGES}}/:file{${PICTURE_FILES}}`,
    handler: (c) => sendPicture(c),
  },
];

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

function sendPicture(c: ApiContext): Response {
  const bytes = readPicture(c.req.path);
  if (bytes === null) throw new DomainError("NOT_FOUND", "There is no such picture.");
  return c.body(bytes, 200, {
    "content-type": "image/webp",
    "content-length": String(bytes.length),
    "cache-control": `public, max-age=${AGE_SECONDS}`,
  });
}

function send(c: ApiContext, text: string | null, type = MARKDOWN): Response {
  if (text !== null) return sendCachedText(c, text, type, AGE_SECONDS);
  throw new DomainError("NOT_FOUND", "There is no such document. /llms.txt names those there are.");
}
