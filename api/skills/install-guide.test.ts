import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const NEEDS = {
  permissions: { network: false, filesystem: false, subprocess: false, env_vars: ["API_KEY"] },
  requirements: { python_packages: ["requests>=2.28", "--index-url=http://evil.example"], node_packages: [] },
};

beforeAll(async () => {
  const publisher = await makeAccount();
  await publishNow(buildSkillPackage({ name: "needy", frontMatter: NEEDS }), publisher);
  const frontMatter = {
    spec: undefined,
    interface: undefined,
    input_schema: undefined,
    output_schema: undefined,
  };
  await publishNow(
    buildSkillPackage({ name: "plain", frontMatter: { ...frontMatter, examples: undefined } }),
    publisher,
  );
});

interface Step {
  kind: string;
  description: string;
  command: string | null;
}
const guide = (skill: string, query = "") => call("GET", `/v1/skills/${skill}/install-guide${query}`);

describe("GET /v1/skills/{id}/install-guide", () => {
  test("200 with the steps published clients print, for each platform", async () => {
    for (const platform of CONVERSION_TARGETS) {
      const { body } = await guide("needy", `?platform=${platform}`);
      expect(body).toMatchObject({ skill_name: "needy", version: "1.0.0", platform, install_mode: "auto" });
      expect(body["config_path"]).toContain("needy");
      const steps = body["steps"] as Step[];
      expect(steps.every(({ description }) => description.length > 10)).toBe(true);
      expect(steps[0]?.command).toContain(`platform=${platform}" -o needy-1.0.0-${platform}.zip`);
      expect(steps.map(({ kind }) => kind).slice(0, 2)).toEqual(["download", "unpack"]);
      expect(steps.at(-1)?.kind).toBe("call");
    }
  });

  test("names packages and variables, and makes no option of what an author wrote", async () => {
    const { body } = await guide("needy", "?platform=OpenClaw");
    const steps = body["steps"] as Step[];
    expect(steps.find(({ kind }) => kind === "install_packages")?.command).toBe(
      "python3 -m pip install 'requests>=2.28'",
    );
    expect(steps.find(({ kind }) => kind === "set_variables")?.description).toContain("API_KEY");
    expect(JSON.stringify(steps)).not.toContain("evil");
  });

  test("200 by hand for a v2 skill, and for an agent nothing is known of", async () => {
    const { body } = await guide("plain", "?platform=Cursor");
    expect(body).toMatchObject({
      install_mode: "manual_install",
      config_path: ".cursor/skills/plain/SKILL.md",
    });
    expect((body["steps"] as Step[])[1]?.command).toBe(
      "mkdir -p .cursor/skills && unzip -q plain-1.0.0.skill -d .cursor/skills",
    );
    expect((await guide("needy")).body).toMatchObject({ install_mode: "manual_install", platform: "any" });
  });

  test("304, 400 and 404", async () => {
    const etag = (await guide("plain")).headers.get("etag") ?? "";
    const again = await call("GET", "/v1/skills/plain/install-guide", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expectProblem(await guide("plain", "?platform=Toaster"), 400, "REQUEST_INVALID");
    expectProblem(await guide("nowhere"), 404, "SKILL_NOT_FOUND");
    expectProblem(await guide("plain", "?version=9.9.9"), 404, "VERSION_NOT_FOUND");
  });
});
