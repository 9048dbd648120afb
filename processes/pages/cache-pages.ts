import type http from "node:http";
import { readAsNewAs, readRevision, findScope, type Scope } from "@/lib/registry/revisions/revisions";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";
import { logger } from "@/lib/kernel/observability/logger";
import { localeSetCookie } from "@/lib/platform/i18n/page-language";
import { cacheKey, reduceToKey, type CacheKey } from "./cache-key";
import { sendCachedPage, toCachedPage, type CachedPage, type Reader } from "./cached-page";

/** Numbers of calls and words like "a minute ago" have no revision: this is how old they can be. */
const CACHE_MS = 30_000;

type End = http.ServerResponse["end"];
/** Told of a page that is about to be sent by `end`; true when it sends the page itself. */
export type CachePage = (html: string, end: End) => boolean;
type Render = (keep: CachePage | null) => Promise<void>;

/**
 * Sends public pages as they were made before while nothing that they show has changed since, on whichever process, to
 * all who are not signed in; any other is rendered. `bytes` bounds the memory; `inlineScripts` are the scripts that the
 * build writes into such a page, which alone its policy allows.
 */
export function cachePages({ bytes, inlineScripts }: { bytes: number; inlineScripts: readonly string[] }) {
  const pages = new AnswerCache<CachedPage>({ bytes, sizeOf: ({ bytes: held }) => held });

  return async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    render: Render,
  ): Promise<void> => {
    const key = cacheKey(request);
    const known = key && (await revisionFor(key));
    if (key === null || known === null) return render(null);
    const { revision } = known;
    const reader = readerOf(request, key);
    let end: End = response.end.bind(response);
    const send = (page: CachedPage) => {
      const grown = () => pages.weighAnew(key.address, page);
      return sendCachedPage(response, page, reader, { revision, end, grown });
    };
    const make = () =>
      new Promise<CachedPage | null>((resolve, reject) => {
        response.once("close", () => resolve(null)); // no page came of it
        reduceToKey(request, key);
        render((html, endOfHeld) => {
          end = endOfHeld;
          const page = toCachedPage(response, html, inlineScripts);
          resolve(page);
          return page !== null;
        }).catch(reject);
      });
    const { answer, made } = await pages.answer(key.address, { revision, ms: CACHE_MS }, () =>
      readAsNewAs(known, make),
    );
    if (answer !== null) await send(answer);
    else if (!made) await render(null);
  };
}

function readerOf({ headers }: http.IncomingMessage, { language }: CacheKey): Reader {
  return {
    acceptEncoding: [headers["accept-encoding"] ?? []].flat().join(),
    condition: headers["if-none-match"],
    setCookie: language.isNewChoice ? localeSetCookie(language.locale) : null,
  };
}

/** Null where it cannot be known: the page is made, and says itself what is wrong. */
async function revisionFor({ skill }: CacheKey): Promise<{ scope: Scope; revision: string } | null> {
  try {
    const scope = await findScope(skill);
    return scope === null ? null : { scope, revision: await readRevision(scope) };
  } catch (error) {
    logger.debug({ err: error }, "no revision to cache a page by");
    return null;
  }
}
