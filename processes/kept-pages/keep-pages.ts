import type http from "node:http";
import { readAsNewAs } from "@/lib/catalogue/revisions/read-as-new-as";
import { readRevision } from "@/lib/catalogue/revisions/read-revision";
import { findScope } from "@/lib/catalogue/revisions/find-scope";
import type { Scope } from "@/lib/catalogue/revisions/scope";
import { KeptAnswers } from "@/lib/http/kept-answers/kept-answers";
import { logger } from "@/lib/kernel/observability/logger";
import { sendKeptPage, toKeptPage, type KeptPage } from "./kept-page";
import { keptPageRead, type PageRead } from "./kept-page-read";

/** Numbers of calls and words like "a minute ago" have no revision: this is how old they can be. */
const KEPT_MS = 30_000;

type End = http.ServerResponse["end"];
/** Told of a page that is about to be sent by `end`; true when it sends the page itself. */
export type Keeper = (html: string, end: End) => boolean;
type Render = (keep: Keeper | null) => Promise<void>;

/**
 * Sends public pages as they were made before while nothing that they show has changed since, on whichever process, to
 * all who are not signed in; any other is rendered. `bytes` bounds the memory.
 */
export function keepPages({ bytes }: { bytes: number }) {
  const pages = new KeptAnswers<KeptPage>({ bytes, sizeOf: ({ bytes: held }) => held });

  return async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    render: Render,
  ): Promise<void> => {
    const read = keptPageRead(request);
    const known = read && (await revisionFor(read));
    if (read === null || known === null) return render(null);
    const { revision } = known;
    const acceptEncoding = [request.headers["accept-encoding"] ?? []].flat().join();
    let end: End = response.end.bind(response);
    const send = (page: KeptPage) => {
      const grown = () => pages.weighAnew(read.key, page);
      return sendKeptPage(request, response, page, { revision, acceptEncoding, end, grown });
    };
    const make = () =>
      new Promise<KeptPage | null>((resolve, reject) => {
        response.once("close", () => resolve(null)); // no page came of it
        render((html, endOfHeld) => {
          end = endOfHeld;
          const page = toKeptPage(response, html);
          resolve(page);
          return page !== null;
        }).catch(reject);
      });
    const { answer, made } = await pages.answer(read.key, { revision, ms: KEPT_MS }, () =>
      readAsNewAs(known, make),
    );
    if (answer !== null) await send(answer);
    else if (!made) await render(null);
  };
}

/** Null where it cannot be known: the page is made, and says itself what is wrong. */
async function revisionFor({ skill }: PageRead): Promise<{ scope: Scope; revision: string } | null> {
  try {
    const scope = await findScope(skill && decodeURIComponent(skill));
    return scope === null ? null : { scope, revision: await readRevision(scope) };
  } catch (error) {
    logger.debug({ err: error }, "no revision to keep a page by");
    return null;
  }
}
