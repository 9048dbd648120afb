import http from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app } from "@/api/app";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const server = http.createServer(
  (request, response) => void getRequestListener(app.fetch)(request, response),
);
let market = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  market = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const skillMd =
  "---\nname: changelog-writer\ndescription: Writes a changelog from commits\n---\n\n# Changelog\n";
const JSON_TYPE = { "content-type": "application/json" };

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

/*
 * What follows is what an agent and its person do, over HTTP, with nothing but `curl`.
 */
test("an agent without an account uploads a draft, its person claims it by the mail, and its key publishes the next version", async () => {
  // curl -X POST $MARKET/v1/drafts/upload -H 'X-Agent-Author: my-uploader-bot@custom' -H
  // 'Content-Type: application/json'
  //      -d '{"skill_md": "…", "files": {"main.py": "…"}}'
  const uploaded = await fetch(`${market}/v1/drafts/upload`, {
    method: "POST",
    headers: { ...JSON_TYPE, "x-agent-author": "my-uploader-bot@custom" },
    body: JSON.stringify({ skill_md: skillMd, files: { "main.py": "print(1)\n" } }),
  });
  expect(uploaded.status).toBe(201);
  const draft = await answerOf(uploaded);
  expect(draft).toMatchObject({ trust_level: "sandbox", claim_status: "draft", human_action_required: true });
  const claimUrl = new URL(String(draft["claim_url"]));

  // curl "$MARKET/v1/drafts/status?claim_token=$CLAIM_TOKEN"
  const status = `${market}/v1/drafts/status?claim_token=${String(draft["claim_token"])}`;
  expect(await answerOf(await fetch(status))).toMatchObject({ claimed: false, human_action_required: true });

  // The person opens claim_url and enters an address; the form sends:
  // curl -X POST $MARKET/drafts/claim -d "token=$CLAIM_TOKEN" -d email=min.seo@example.org
  const token = claimUrl.searchParams.get("token") ?? "";
  const asked = await fetch(market + claimUrl.pathname, {
    method: "POST",
    body: new URLSearchParams({ token, email: "min.seo@example.org" }),
    redirect: "manual",
  });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `/drafts/claim?token=${token}&sent=1`]);
  await drainJobs(marketHandlers);

  // The mail has a link; its page has one button, which sends:
  // curl -X POST "$LINK"
  const [verifyMail] = await mailsTo("min.seo@example.org");
  const link = new URL(/http\S+\/drafts\/verify\?token=\S+/.exec(verifyMail?.text ?? "")?.[0] ?? "");
  const confirmed = await fetch(market + link.pathname + link.search, { method: "POST" });
  expect(await answerOf(confirmed)).toMatchObject({ claim_status: "claimed", trust_level: "community" });
  expect(await answerOf(await fetch(status))).toMatchObject({ claimed: true, human_action_required: false });

  // The second mail has the key of the new account.
  const [doneMail] = await mailsTo("min.seo@example.org");
  const key = /sk_[0-9a-f]{64}/.exec(doneMail?.text ?? "")?.[0] ?? "";

  // curl -X POST $MARKET/v1/skills/upload -H "X-API-KEY: $KEY" -H 'Content-Type: application/json' -d '{"skill_md":
  // "…", …}'
  const next = await fetch(`${market}/v1/skills/upload`, {
    method: "POST",
    headers: { ...JSON_TYPE, "x-api-key": key },
    body: JSON.stringify({ skill_md: skillMd, files: { "main.py": "print(2)\n" } }),
  });
  expect(await answerOf(next)).toMatchObject({ status: "success", version: "0.0.2" });
  await drainJobs(marketHandlers);

  // curl $MARKET/v1/skills/changelog-writer
  const skill = await answerOf(await fetch(`${market}/v1/skills/changelog-writer`));
  expect(JSON.stringify(skill)).toContain('"claim_status":"claimed"');
  expect(skill).toMatchObject({ version: "0.0.2", trust_level: "community" });
});
