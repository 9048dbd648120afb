import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

beforeAll(async () => {
  const publisher = await makeAccount();
  await publishNow(
    buildSkillPackage({ name: "ko-translate", description: "번역 <script> & 교정" }),
    publisher,
  );
  await publishNow(buildSkillPackage({ name: "csv-rows", description: "Counts rows." }), publisher);
});

test("a search is answered as the XML of a system prompt, with every text escaped", async () => {
  const { status, headers, bytes } = await call(
    "GET",
    `/v1/agent/available-skills?q=${encodeURIComponent("번역")}`,
  );
  expect([status, headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  expect(textOf(bytes)).toBe(`<available_skills>
  <skill>
    <name>ko-translate</name>
    <description>번역 &lt;script&gt; &amp; 교정</description>
    <location>http://127.0.0.1:3000/skills/ko-translate</location>
  </skill>
</available_skills>
`);
});

test("without words it lists the market, and what the search refuses is refused", async () => {
  const { bytes } = await call("GET", "/v1/agent/available-skills");
  expect(textOf(bytes).match(/<name>/g)).toHaveLength(2);
  expectProblem(await call("GET", "/v1/agent/available-skills?price=cheap"), 400, "REQUEST_INVALID");
});
