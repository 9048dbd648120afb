import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const NEEDS = {
  platform_compatibility: ["OpenClaw"],
  permissions: { network: true, filesystem: false, subprocess: false, env_vars: ["API_KEY"] },
  requirements: {
    python_packages: ["requests>=2.28.0", "tavily-python"],
    node_packages: [],
    min_python: "3.9",
  },
};

beforeAll(async () => {
  await publishNow(buildSkillPackage({ name: "needy", frontMatter: NEEDS }), await makeAccount());
});

const validate = (json: unknown) => call("POST", "/v1/skills/needy/validate", { json });
const statuses = (body: Record<string, unknown>) =>
  Object.fromEntries(
    (body["checks"] as { name: string; status: string }[]).map(({ name, status }) => [name, status]),
  );

describe("POST /v1/skills/{id}/validate", () => {
  test("200 compatible where everything declared is there", async () => {
    const { status, body } = await validate({
      python_version: "3.11.2",
      os: "linux",
      installed_packages: { Requests: "2.31.0", tavily_python: "0.5.0", other: "1" },
      target_platform: "open-claw",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      compatible: true,
      skill_name: "needy",
      version: "1.0.0",
      suggested_install_commands: [],
    });
    expect(statuses(body)).toEqual({
      python_version: "ok",
      os: "informational",
      packages: "ok",
      target_platform: "ok",
    });
    expect(body["warnings"]).toEqual(["It declares network access.", "It reads the variables API_KEY."]);
  });

  test("200 with what is missing, of another version or not meant for the platform, and how to install it", async () => {
    const { body } = await validate({
      python_version: "3.8",
      installed_packages: { requests: "2.20" },
      target_platform: "Cursor",
    });
    expect(body["compatible"]).toBe(false);
    expect(statuses(body)).toMatchObject({
      python_version: "mismatch",
      packages: "missing",
      target_platform: "unsupported",
    });
    const packages = (body["checks"] as { name: string }[]).find(({ name }) => name === "packages");
    expect(packages).toMatchObject({
      missing: [{ name: "tavily-python", required: "tavily-python" }],
      version_mismatch: [{ name: "requests", required: "requests>=2.28.0", installed: "2.20" }],
      satisfied: [],
    });
    expect(body["suggested_install_commands"]).toEqual([
      "python3 -m pip install 'tavily-python' 'requests>=2.28.0'",
    ]);
  });

  test("200: what is left out is not judged", async () => {
    const { body } = await validate({});
    expect(body["compatible"]).toBe(true);
    expect(statuses(body)).toEqual({
      python_version: "unknown",
      os: "not_specified",
      packages: "unknown",
      target_platform: "not_specified",
    });
  });

  test("400, 404, 413 and 415 are problems", async () => {
    expectProblem(await validate({ target_platform: "Toaster" }), 400, "REQUEST_INVALID");
    expectProblem(await validate({ installed_packages: [1] }), 400, "REQUEST_INVALID");
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`p${at}`, "1"]));
    expectProblem(await validate({ installed_packages: many }), 400, "REQUEST_INVALID");
    expectProblem(await call("POST", "/v1/skills/nowhere/validate", { json: {} }), 404, "SKILL_NOT_FOUND");
    expectProblem(await validate({ version: "9.9.9" }), 404, "VERSION_NOT_FOUND");
    expectProblem(await validate({ os: "x".repeat(200_000) }), 413, "CONTENT_TOO_LARGE");
    const text = await call("POST", "/v1/skills/needy/validate", {
      body: "{}",
      headers: { "content-type": "text/plain" },
    });
    expectProblem(text, 415, "CONTENT_TYPE_INVALID");
  });
});
