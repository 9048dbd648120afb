import { readFileSync } from "node:fs";
import { writeArchive } from "@/lib/package";
import { expect, person, test } from "./fixtures";

/** The complete example of USK v1.0, section 4, word for word, with the entry point it declares. */
const SKILL_MD = readFileSync("e2e/data/usk-complete-example.md");
const MAIN_PY = `import json
import os
import sys
import urllib.request

job = json.load(sys.stdin)
request = urllib.request.Request(
    "https://api.tavily.com/search",
    data=json.dumps({"query": job["query"], "max_results": job.get("max_results", 5)}).encode(),
    headers={"Authorization": "Bearer " + os.environ["TAVILY_API_KEY"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request, timeout=20) as response:
    answer = json.load(response)
json.dump({"result": answer.get("answer") or "", "sources": [hit["url"] for hit in answer["results"]]}, sys.stdout)
`;

test("the complete example of USK v1.0 is uploaded, vetted, listed and downloadable", async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page, person("publishes the document's example"), "/keys");
  await page.getByLabel(/^Name/).fill("example");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByTestId("new-key").textContent())?.trim() ?? "";

  const archive = writeArchive(
    [
      { path: "SKILL.md", bytes: SKILL_MD },
      { path: "main.py", bytes: new TextEncoder().encode(MAIN_PY) },
    ],
    "tavily-web-search",
  );
  const uploaded = await request.post("/v1/skills/upload", {
    headers: { authorization: `Bearer ${key}` },
    multipart: {
      skill_file: {
        name: "tavily-web-search.skill",
        mimeType: "application/zip",
        buffer: Buffer.from(archive),
      },
    },
  });
  expect(await uploaded.json()).toMatchObject({ status: "success" });
  const { poll_url } = (await uploaded.json()) as { poll_url: string };
  await expect
    .poll(
      async () => (await (await request.get(poll_url, { headers: { "x-api-key": key } })).json()) as object,
    )
    .toMatchObject({ is_done: true, vetting_status: "approved" });

  const found = (await (await request.get("/v1/agent/search?capability=web_search&platform=any")).json()) as {
    results: { name: string }[];
  };
  expect(found.results.map((result) => result.name)).toContain("tavily-web-search");
  const download = await request.get("/v1/agent/skills/tavily-web-search/download");
  expect(download.headers()).toMatchObject({
    "x-skill-trust": "community",
    "x-skill-claim-status": "registered",
    "x-skill-verified": "false",
  });
  expect((await download.body()).equals(Buffer.from(archive))).toBe(true);
  await page.goto("/skills/tavily-web-search");
  await expect(page.getByText("TAVILY_API_KEY").first()).toBeVisible();
});
