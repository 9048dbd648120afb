import { beforeAll, describe, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { jsonUpload, UPLOAD } from "@/api/testing/uploads";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

describe("GET /v1/skills/vetting/{job}", () => {
  test("404 VETTING_JOB_NOT_FOUND for an unknown job, and for another account's", async () => {
    expectProblem(await call("GET", "/v1/skills/vetting/job_nope", { key }), 404, "VETTING_JOB_NOT_FOUND");
    const { body } = await call("POST", UPLOAD, { json: jsonUpload(), key });
    const other = await makeKeyHolder();
    const path = `/v1/skills/vetting/${String(body["vetting_job_id"])}`;
    expectProblem(await call("GET", path, { key: other.key }), 404, "VETTING_JOB_NOT_FOUND");
  });

  test("401 AUTH_REQUIRED without a key", async () => {
    expectProblem(await call("GET", "/v1/skills/vetting/job_nope"), 401, "AUTH_REQUIRED");
  });
});
