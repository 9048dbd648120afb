import { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { sendJson } from "@/api/frame/answer";
import type { ApiEnv } from "@/api/frame/context";
import { decisionOf, toSecurityJson } from "@/api/clawhub/documents";
import { readClientJson } from "@/api/clawhub/requests";
import { lookupText } from "@/api/schemas/parameters";
import { decideSecurity } from "@/lib/catalogue/security/decide-security";
import { listSecurity, type SecurityRow } from "@/lib/catalogue/security/list-security";
import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";

const SCHEMA = "clawhub.skill.security-verdicts.v1";
const MAX_ITEMS = 100;

const item = z.looseObject({
  slug: lookupText(100).min(1),
  ownerHandle: lookupText(100).min(1).optional(),
  version: lookupText(64).min(1),
});
type Item = z.infer<typeof item>;
const request = z.looseObject({ items: z.array(item).min(1).max(MAX_ITEMS) });

/**
 * What speaks against versions that somebody has installed, many in one request: so a quarantine, a withdrawal and an
 * upheld challenge reach those who have a copy. One that is not known is an item that says so, in its place.
 */
export function addVerdicts(clawhub: Hono<ApiEnv>): void {
  clawhub.post("/skills/-/security-verdicts", async (c) => {
    const { items } = await readClientJson(c, request);
    const checkedAt = systemClock.now().getTime();
    const rows = await listSecurity(items);
    return sendJson(c, {
      schema: SCHEMA,
      items: items.map((asked, place) => toVerdict(asked, rows[place] ?? null, checkedAt)),
    });
  });
}

function toVerdict(
  { slug: requestedSlug, version: requestedVersion, ownerHandle }: Item,
  row: SecurityRow | null,
  checkedAt: number,
) {
  const requested = { requestedSlug, requestedVersion };
  const isOthers = ownerHandle !== undefined && ownerHandle.toLowerCase() !== row?.publisher?.toLowerCase();
  if (row === null || isOthers) return unknown(requested, "skill", "There is no such skill.");
  const { slug, displayName, publisher, version, publishedAt, quarantineReason } = row;
  if (quarantineReason === null && version === null)
    return unknown(requested, "version", "The skill has no published version of this number.");
  const security = decideSecurity(row);
  const page = `${env().APP_URL}/skills/${slug}`;
  return {
    ok: security.ok,
    decision: decisionOf(security),
    reasons: security.reasons,
    ...requested,
    slug,
    displayName,
    publisherHandle: publisher,
    publisherDisplayName: publisher,
    version,
    packageDigest: row.packageDigest,
    createdAt: publishedAt?.getTime() ?? null,
    checkedAt,
    skillUrl: page,
    securityAuditUrl: version === null ? page : `${page}/security?version=${encodeURIComponent(version)}`,
    security: toSecurityJson(security, row, row),
  };
}

const unknown = (requested: object, what: "skill" | "version", message: string) => ({
  ok: false,
  decision: "fail",
  reasons: [`${what}.not_found`],
  ...requested,
  error: { code: `${what}_not_found`, message },
  security: null,
});
