import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { addPackages } from "@/api/clawhub/packages";
import { addPublishing } from "@/api/clawhub/publishing";
import { addReading } from "@/api/clawhub/reading";
import { countClawhubRequests, readAskedSkill, readClientJson } from "@/api/clawhub/requests";
import { addScanning } from "@/api/clawhub/scanning";
import { addVerifying } from "@/api/clawhub/verifying";
import { sendCachedJson, sendJson } from "@/api/frame/answer";
import type { ApiEnv } from "@/api/frame/context";
import { sendPlainError } from "@/api/frame/plain-error";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { getActor } from "@/api/frame/caller";
import { readBody } from "@/lib/web/http/read-body";
import { beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import { follow, unfollow } from "@/lib/catalogue/following/follow";
import { decisionOf, toSecurityJson } from "@/api/clawhub/documents";
import { lookupText } from "@/api/schemas/parameters";
import { decideSecurity } from "@/lib/catalogue/security/decide-security";
import { listSecurity, type SecurityRow } from "@/lib/catalogue/security/list-security";
import { systemClock } from "@/lib/kernel/clock";

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
function addVerdicts(clawhub: Hono<ApiEnv>): void {
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

const MAX_TELEMETRY_BYTES = 64 * 1024;
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
const SCOPE = "read write";

const deviceRequest = z.looseObject({
  label: z.string().max(400).optional(),
  client_id: z.string().max(400).optional(),
});
const tokenRequest = z.looseObject({ device_code: z.string().max(200), grant_type: z.string().max(200) });

/** Who the key belongs to, and stars. */
function addAccount(clawhub: Hono<ApiEnv>): void {
  clawhub.get("/whoami", async (c) => {
    const { username, role } = await getActor(c);
    const user = {
      handle: username,
      displayName: username,
      image: null,
      role: role === "administrator" ? "admin" : "user",
    };
    return sendJson(c, { user });
  });
  clawhub.post("/stars/:slug", async (c) => {
    const { accountId } = await getActor(c);
    const isNew = await follow(accountId, { kind: "skill", name: readAskedSkill(c).slug });
    return sendJson(c, { ok: true, starred: true, alreadyStarred: !isNew });
  });
  clawhub.delete("/stars/:slug", async (c) => {
    const { accountId } = await getActor(c);
    const was = await unfollow(accountId, { kind: "skill", name: readAskedSkill(c).slug });
    return sendJson(c, { ok: true, unstarred: true, alreadyUnstarred: !was });
  });
}

/** Logging in on a device (RFC 8628), and reports of installs, which are read and forgotten. */
function addCommandLine(cli: Hono<ApiEnv>): void {
  cli.post("/telemetry/install", async (c) => {
    await readBody(c.req.raw, { maxBytes: MAX_TELEMETRY_BYTES });
    return sendJson(c, { ok: true });
  });
  cli.post("/device/code", async (c) => {
    const { label, client_id: clientId } = await readClientJson(c, deviceRequest);
    const begun = await beginDeviceLogin(label ?? clientId ?? "clawhub");
    const page = `${env().APP_URL}/device`;
    return sendJson(c, {
      device_code: begun.deviceCode,
      user_code: begun.userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${begun.userCode}`,
      expires_in: begun.expiresInSeconds,
      interval: begun.intervalSeconds,
    });
  });
  cli.post("/device/token", async (c) => {
    const { device_code: deviceCode, grant_type: grantType } = await readClientJson(c, tokenRequest);
    const answer =
      grantType === GRANT_TYPE ? await redeemDeviceCode(deviceCode) : { error: "unsupported_grant_type" };
    if ("key" in answer) return sendJson(c, { access_token: answer.key, token_type: "Bearer", scope: SCOPE });
    return c.json(answer, 400, { "cache-control": "no-store" });
  });
}

const DISCOVERY_SECONDS = 3600;

/** What the published `clawhub` client speaks: `/api/v1`, `/api/cli` and the document that names them. */
export function addClawhub(app: OpenAPIHono<ApiEnv>): void {
  for (const name of ["clawhub", "clawdhub"]) {
    app.get(`/.well-known/${name}.json`, (c) =>
      sendCachedJson(
        c,
        { apiBase: env().APP_URL, authBase: env().APP_URL, registry: env().APP_URL },
        DISCOVERY_SECONDS,
      ),
    );
  }
  app.route(
    "/api/v1",
    inPlainText(addPublishing, addScanning, addVerdicts, addVerifying, addPackages, addReading, addAccount),
  );
  app.route("/api/cli", inPlainText(addCommandLine));
}

function inPlainText(...parts: ((part: Hono<ApiEnv>) => void)[]): Hono<ApiEnv> {
  const part = new Hono<ApiEnv>();
  part.onError((error, c) => sendPlainError(c, error));
  part.use(countClawhubRequests);
  for (const add of parts) add(part);
  part.all("*", (c) => {
    throw new DomainError(
      "NOT_FOUND",
      `There is nothing under ${c.req.path.slice(0, 200)} for ${c.req.method}.`,
    );
  });
  return part;
}
