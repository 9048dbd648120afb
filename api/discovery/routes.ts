import type { OpenAPIHono } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import type { ApiContext, ApiEnv } from "@/api/context";
import { sendFlatPackage } from "@/api/discovery/send-flat-package";
import {
  indexOfGrantedSkill,
  indexOfMarket,
  indexOfPublisher,
  indexOfSkill,
} from "@/lib/catalogue/discovery/list-index";
import { env } from "@/lib/config/env";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { getPackageOfVersion } from "@/lib/catalogue/discovery/get-package-of-version";
import { readPackageLink } from "@/lib/catalogue/discovery/package-link";
import { securityText } from "@/lib/catalogue/discovery/security-text";
import { writeSkillStub } from "@/lib/catalogue/discovery/skill-stub";
import { DomainError } from "@/lib/kernel/errors";
import { matchesEntityTag, entityTag } from "@/lib/http/entity-tag";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { SkillDetail } from "@/lib/registry/views";

const INDEX = "/.well-known/agent-skills/index.json";
const ARTIFACTS = "/.well-known/agent-skills";
const AGE = ageOfSkills(60);
/** A page's address is a source too, in whatever language it was copied. */
const LANGUAGES = ["", "/zh-Hans", "/ko"];
const MAX_NAME_CHARACTERS = 100;

/** The discovery index of agentskills.io (0.2.0): of the market, of a publisher, of a skill, of a purchase. */
export function addDiscovery(app: OpenAPIHono<ApiEnv>): void {
  app.get(INDEX, async (c) => sendCachedJson(c, await indexOfMarket(env().APP_URL), AGE));
  for (const language of LANGUAGES) {
    app.get(`${language}/publishers/:name${INDEX}`, async (c) =>
      sendCachedJson(c, await indexOfPublisher(param(c, "name"), env().APP_URL), AGE),
    );
    app.get(`${language}/skills/:slug${INDEX}`, (c) => sendSkillIndex(c));
    app.get(`${language}/skills/:slug/v/:version${INDEX}`, (c) => sendSkillIndex(c, param(c, "version")));
  }
  app.get(`${ARTIFACTS}/:slug/:version/skill.zip`, (c) => sendArtifact(c, { counts: true }));
  app.get(`${ARTIFACTS}/shared/:slug/:version/skill.zip`, (c) => sendArtifact(c, { counts: false }));
  app.get(`${ARTIFACTS}/:slug/:version/SKILL.md`, sendStub);
  app.get(`${ARTIFACTS}/shared/:slug/:version/SKILL.md`, sendStub);
  // Where a password manager sends its person (W3C, "A Well-Known URL for Changing Passwords").
  app.get("/.well-known/change-password", (c) => c.redirect("/settings#password", 303));
  app.get("/.well-known/security.txt", (c) => c.text(securityText(env().APP_URL)));
  app.get(`/s/:token${INDEX}`, sendGrantedIndex);
  app.get("/s/:token/skill.zip", sendGrantedArtifact);
}

async function sendSkillIndex(c: ApiContext, version?: string): Promise<Response> {
  const detail = await getSkill(param(c, "slug"), version === undefined ? {} : { version });
  await assertNotYanked(detail);
  return sendCachedJson(c, await indexOfSkill(asItCallsItself(detail), env().APP_URL), AGE);
}

/**
 * Under the name in its own SKILL.md, which clients make a folder of: a version of before its skill was renamed has
 * another one.
 */
const asItCallsItself = (detail: SkillDetail): SkillDetail => ({ ...detail, slug: detail.manifest.slug });

/** The flat archive of a free version. The files of a priced one are had by `/v1` or by a link of whoever paid. */
async function sendArtifact(c: ApiContext, { counts }: { counts: boolean }): Promise<Response> {
  const detail = await getSkill(param(c, "slug"), { version: param(c, "version") });
  await assertNotYanked(detail);
  if (detail.priceLamports !== "0") {
    throw new DomainError("NOT_FOUND", "A priced skill has a stub here: SKILL.md instead of skill.zip.");
  }
  return sendFlatPackage(c, detail, { counts });
}

async function sendStub(c: ApiContext): Promise<Response> {
  const detail = await getSkill(param(c, "slug"), { version: param(c, "version") });
  await assertNotYanked(detail);
  if (detail.priceLamports === "0") throw new DomainError("NOT_FOUND", "Only priced skills have a stub.");
  const text = writeSkillStub(asItCallsItself(detail), env().APP_URL);
  const headers = { etag: entityTag(text), "cache-control": "public, no-cache" };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": "text/markdown; charset=utf-8" });
}

async function sendGrantedIndex(c: ApiContext): Promise<Response> {
  const token = param(c, "token", 200);
  const detail = await getPackageOfVersion(readPackageLink(token));
  c.header("cache-control", "private, no-store");
  return c.json(await indexOfGrantedSkill(asItCallsItself(detail), `/s/${token}`));
}

async function sendGrantedArtifact(c: ApiContext): Promise<Response> {
  const detail = await getPackageOfVersion(readPackageLink(param(c, "token", 200)));
  return sendFlatPackage(c, detail, { counts: true });
}

/** One part of the address; longer than any name of ours it names nothing. */
function param(c: ApiContext, name: string, maxCharacters = MAX_NAME_CHARACTERS): string {
  const value = c.req.param(name) ?? "";
  if (value.length <= maxCharacters && !/[\0\p{Cs}]/u.test(value)) return value;
  throw new DomainError("NOT_FOUND", "There is nothing under this address.");
}
