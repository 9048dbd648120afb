import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { archiveUpload, form, jsonUpload, skillMd, UPLOAD } from "@/api/testing/uploads";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

const archive = (name: string): Call => ({ body: form({ skill_file: archiveUpload(name) }) });
const text = (name: string): Call => ({ body: skillMd(name), headers: { "content-type": "text/markdown" } });

describe("a kind of body with a path of its own", () => {
  test.each([
    ["/v1/validate", "archive", archive],
    ["/v1/validate", "text", text],
    ["/v1/skills/preview", "archive", archive],
  ])("is answered at %s/%s as it is without its last part", async (path, end, given) => {
    const name = uniqueName();
    const sent = { ...given(name), key };
    const [first, sibling] = [await call("POST", path, sent), await call("POST", `${path}/${end}`, sent)];
    expect([first.status, sibling.status]).toEqual([200, 200]);
    expect(sibling.body).toEqual(first.body);
  });

  test("is published from there", async () => {
    const name = uniqueName();
    const answer = await call("POST", `${UPLOAD}/archive`, { ...archive(name), key });
    expect([answer.status, answer.body["name"], answer.body["upload_mode"]]).toEqual([
      201,
      name,
      "multipart",
    ]);
  });

  test.each<[string, string, Call]>([
    ["/v1/validate/archive", "multipart/form-data", { json: jsonUpload() }],
    ["/v1/validate/archive", "multipart/form-data", { ...text(uniqueName()) }],
    ["/v1/validate/text", "text/markdown", { json: jsonUpload() }],
    ["/v1/validate/text", "text/markdown", { body: "# x", headers: { "content-type": "text/plain" } }],
    [`${UPLOAD}/archive`, "multipart/form-data", { json: jsonUpload() }],
    ["/v1/skills/preview/archive", "multipart/form-data", { json: jsonUpload() }],
  ])("%s takes %s alone", async (path, kind, given) => {
    const answer = await call("POST", path, { ...given, key });
    expectProblem(answer, 415, "CONTENT_TYPE_INVALID");
    expect(answer.body["detail"]).toContain(`send ${kind}.`);
  });
});
