import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "@/api/context";
import { readCaller } from "@/api/counted-caller";
import { recordDownload } from "@/lib/registry/statistics/record-download";

/** Counts a package for who is sent it, made for them or kept: who has it already is told so, and not counted. */
export function countDownloads(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const download = c.get("download");
    if (download !== undefined && (c.res.status === 200 || c.res.status === 206))
      await recordDownload({ ...download, caller: await readCaller(c) });
  };
}
