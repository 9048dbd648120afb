import type { IncomingMessage } from "node:http";
import type { RouteConfig, RouteHandler } from "@hono/zod-openapi";
import { ignoredParameters } from "@/api/ignored-parameters";
import type { DownloadToCount } from "@/lib/registry/statistics/record-download";
import type { Context } from "hono";

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

type HandlerOf<Route extends RouteConfig> = RouteHandler<Route, ApiEnv>;

/** One operation: how it is described, and what answers it. */
export interface Operation {
  route: RouteConfig;
  handler: (context: never) => Promise<Response> | Response;
}

/**
 * Binds a handler to a route's description, so that what it reads is typed by what the description says. What it
 * answers is typed by the `to…` functions of `api/schemas`, and compared with the description in tests.
 */
export function defineOperation<Route extends RouteConfig>(
  route: Route,
  handler: (context: Parameters<HandlerOf<Route>>[0]) => Promise<Response> | Response,
): Operation {
  const tellIgnored = ignoredParameters(route);
  return {
    route,
    handler: (c: Parameters<typeof handler>[0]) => {
      tellIgnored(c);
      return handler(c);
    },
  };
}
