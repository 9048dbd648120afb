import type { MiddlewareHandler } from "hono";
import { callerAddress } from "@/api/caller";
import type { ApiEnv } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";

/** A client asks several times for each command. */
const READS = { name: "clawhub", points: 600, durationSeconds: 600 };
/** Two requests for each file of a package. */
const UPLOADS = { name: "clawhub-upload", points: 4_000, durationSeconds: 3600 };

const UPLOAD_PATH = /^\/api\/v1\/skills\/-\/upload(-url)?(\/|$)/;

/** Counts every request of an address, so that every answer says how many are left. */
export const countClawhubRequests: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const limit = UPLOAD_PATH.test(c.req.path) ? UPLOADS : READS;
  await limitRate(c, limit, callerAddress(c));
  await next();
};
