import { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { sendJson } from "@/api/frame/answer";
import { getActor } from "@/api/frame/caller";
import type { ApiEnv } from "@/api/frame/context";
import { readAskedSkill, readClientJson } from "@/api/clawhub/requests";
import { env } from "@/lib/platform/config/env";
import { readBody } from "@/lib/web/http/read-body";
import { beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import { follow, unfollow } from "@/lib/catalogue/following/follow";

const MAX_TELEMETRY_BYTES = 64 * 1024;
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
const SCOPE = "read write";

const deviceRequest = z.looseObject({
  label: z.string().max(400).optional(),
  client_id: z.string().max(400).optional(),
});
const tokenRequest = z.looseObject({ device_code: z.string().max(200), grant_type: z.string().max(200) });

/** Who the key belongs to, and stars. */
export function addAccount(clawhub: Hono<ApiEnv>): void {
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
export function addCommandLine(cli: Hono<ApiEnv>): void {
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
