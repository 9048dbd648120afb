import type { MiddlewareHandler } from "hono";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiEnv } from "@/api/frame/context";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const UPLOAD_PATH = /^\/api\/v1\/skills\/-\/upload(-url)?(\/|$)/;

/** Counts every request of an address, so that every answer says how many are left. */
export const countClawhubRequests: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const limit = UPLOAD_PATH.test(c.req.path) ? REQUEST_LIMITS.clawhubUpload : REQUEST_LIMITS.clawhub;
  await limitRate(c, limit, callerAddress(c));
  await next();
};
