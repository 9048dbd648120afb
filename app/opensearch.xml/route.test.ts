import { expect, test } from "vitest";
import { GET } from "@/app/opensearch.xml/route";

test.each([
  ["", "/skills?q={searchTerms}", "<Language>en</Language>"],
  ["?lang=ko", "/ko/skills?q={searchTerms}", "<Description>Emporion에서 에이전트 스킬 검색</Description>"],
  ["?lang=zh-Hans", "/zh-Hans/skills?q={searchTerms}", "<Language>zh-Hans</Language>"],
  ["?lang=nonsense", "/skills?q={searchTerms}", "<Language>en</Language>"],
])("a browser is told how to search the market: %s", async (query, template, part) => {
  const answer = GET(new Request(`http://127.0.0.1/opensearch.xml${query}`));
  expect(answer.headers.get("content-type")).toBe("application/opensearchdescription+xml; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain(`template="http://127.0.0.1:3000${template}"`);
  expect(text).toContain(part);
});
