import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { DownloadToCount } from "@/lib/registry/statistics/record-download";

/** What a request carries through the application. */
export interface ApiEnv {
  Bindings: {
    /** Node's own request, when there is one. */
    incoming?: Pick<IncomingMessage, "socket">;
  };
  Variables: {
    requestId: string;
    /** Set when whoever asks is counted for what they ask: the answer is theirs. */
    counted?: true;
    /** Set by an answer that is a package. */
    download?: Download;
  };
}

export type Download = Omit<DownloadToCount, "caller">;

export type ApiContext = Context<ApiEnv>;
