import type { IncomingHttpHeaders } from "node:http";
import type { Download } from "@/api/context";
import type { KeptRead } from "@/api/kept/kept-reads";
import { findScope } from "@/lib/catalogue/revisions/find-scope";
import { readRevision } from "@/lib/catalogue/revisions/read-revision";
import { CATALOGUE, type Scope } from "@/lib/catalogue/revisions/scope";
import { env } from "@/lib/config/env";
import { codingFor } from "@/lib/http/content-coding";
import { KeptAnswers } from "@/lib/http/kept-answers/kept-answers";

export interface KeptAnswer {
  body: Uint8Array<ArrayBuffer>;
  /** Without those of the frame (`requestFrame`) and those of one caller. */
  headers: [string, string][];
  etag: string | null;
  /** Of a package: who is sent it is counted. */
  download: Download | undefined;
  /** The operation it is counted under. */
  route: string;
}

export const REVISION = "x-revision";
/** Without what it says of a body, a 304 has the headers of the 200 (RFC 9110, 15.4.5). */
export const OF_BODY = /^(?:content-type|content-length|content-encoding)$/;
/** By these an answer may differ from caller to caller, or be a part of one. */
const OF_ONE_CALLER = ["authorization", "x-api-key", "cookie", "range", "x-agent-author", "x-agent-secret"];
/** Of what does not change while the process lives. */
const OF_THIS_RELEASE = "0";
const MEGABYTE = 1024 * 1024;
/** One large package would drive out all others. */
const LARGEST_PART = 32;
/** In memory, with its name, and the lists it stands in. */
const BYTES_OF_HEADER = 200;

let answers: KeptAnswers<KeptAnswer> | undefined;

/** What this process keeps; null where it is set to keep nothing. */
export function keptAnswers(): KeptAnswers<KeptAnswer> | null {
  const bytes = env().KEPT_ANSWERS_MB * MEGABYTE;
  if (bytes === 0) return null;
  return (answers ??= new KeptAnswers({ bytes, largest: bytes / LARGEST_PART, sizeOf }));
}

const sizeOf = ({ body, headers }: KeptAnswer) => body.length + headers.length * BYTES_OF_HEADER;

/** The name of an answer; `address` is path and query. */
export const keyOf = (acceptEncoding: string | undefined, address: string) =>
  `${codingFor(acceptEncoding) ?? ""} ${address}`;

export interface KnownRevision {
  /** Null for what does not come from the database. */
  scope: Scope | null;
  /** The skill whose counters are of it too. */
  counting?: Scope;
  revision: string;
}

/** The revision of what an answer shows, as the primary has it; null where there is no such skill. */
export async function revisionFor({ shows, skill }: KeptRead): Promise<KnownRevision | null> {
  if (shows === "release") return { scope: null, revision: OF_THIS_RELEASE };
  const scope = await findScope(skill);
  if (scope === null) return null;
  if (shows === "details")
    return {
      scope: CATALOGUE,
      counting: scope,
      revision: await readRevision(CATALOGUE, { counting: scope }),
    };
  return { scope, revision: await readRevision(scope) };
}

export const isOfOneCaller = (header: (name: string) => unknown) =>
  OF_ONE_CALLER.some((name) => header(name) !== undefined);

/** A header of a request as Hono reads it. */
export const headerOf =
  (headers: IncomingHttpHeaders) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
