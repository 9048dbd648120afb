import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { readPlatform } from "@/api/read-platform";
import { installGuideSchema, toInstallGuideJson } from "@/api/schemas/install-guide";
import { platformParameter, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { installGuide } from "@/lib/conversion/install-guide";
import { env } from "@/lib/config/env";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";

const AGE = ageOfSkills(300);

const route = createRoute({
  method: "get",
  path: "/v1/skills/{id}/install-guide",
  operationId: "getInstallGuide",
  tags: ["Discovery"],
  summary: "How a skill is installed on a platform, step by step",
  request: {
    params: skillParameter,
    query: z.object({
      version: versionParameter,
      platform: platformParameter.describe("Left out or `any`: for an agent nothing is known of."),
    }),
  },
  responses: {
    200: jsonContent(installGuideSchema, "The steps, with their commands."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems(
      "REQUEST_INVALID",
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_FOUND",
      "VERSION_NOT_AVAILABLE",
    ),
  },
});

export const getInstallGuideOperation = defineOperation(route, async (c) => {
  const { version, platform } = c.req.valid("query");
  const target = readPlatform(platform);
  const detail = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  await assertNotYanked(detail);
  const { python, node } = detail.manifest.requirements;
  const guide = installGuide(
    env().APP_URL,
    {
      ...detail,
      slug: detail.manifest.slug, // the folder in the package, also of a version from before its skill was renamed
      pythonPackages: python,
      nodePackages: node,
      envVars: detail.access.envVars ?? [],
    },
    target,
  );
  return sendCachedJson(c, toInstallGuideJson(detail, target, guide), AGE);
});
