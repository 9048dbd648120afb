import type { OpenAPIHono } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import type { ApiEnv } from "@/api/context";
import { askerOf } from "@/api/counted-caller";
import { limitRate } from "@/api/limits/limit-rate";
import { env } from "@/lib/config/env";
import { listMatches } from "@/lib/catalogue/search/list-matches";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const AGE = ageOfSkills(60);
const MAX_RESULTS = 50;
const DEFAULT_RESULTS = 20;

/** What `skills find` asks for. `source` is what `skills add` takes, so that its output can be pasted back. */
export function addSkillsSearch(app: OpenAPIHono<ApiEnv>): void {
  app.get("/api/search", async (c) => {
    await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
    const limit = Number(c.req.query("limit") ?? DEFAULT_RESULTS);
    const rows = await listMatches(
      { q: c.req.query("q") ?? "", limit: Math.min(limit || DEFAULT_RESULTS, MAX_RESULTS) },
      { asker: askerOf(c) },
    );
    const skills = rows.map(({ slug, displayName, downloadsTotal }) => ({
      id: slug,
      name: slug,
      displayName,
      installs: downloadsTotal,
      source: `${env().APP_URL}/skills/${slug}`,
    }));
    return sendCachedJson(c, { query: c.req.query("q") ?? "", skills, count: skills.length }, AGE);
  });
}
