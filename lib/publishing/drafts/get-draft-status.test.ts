import pg from "pg";
import { expect, test, vi } from "vitest";
import { listDraftStatus } from "@/lib/publishing/drafts/get-draft-status";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { makeDraft } from "@/lib/publishing/drafts/testing/draft-builders";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

test("an agent asks for all its drafts with as many statements as for one, and is told of each whether a link was sent", async () => {
  const first = await makeDraft();
  const agent = { agentHeader: first.agent.name, secret: first.agent.secret ?? "" };
  const ask = async () => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const drafts = await listDraftStatus(agent.agentHeader, agent.secret);
    const statements = sent.mock.calls.length;
    sent.mockRestore();
    return { drafts, statements };
  };
  const before = await ask();
  const wanted = await makeDraft(agent);
  await makeDraft(agent);
  const email = `${uniqueName("owner")}@example.com`;
  await requestClaim({ token: wanted.claim?.token, email, locale: "en" });
  const { drafts, statements } = await ask();
  expect(drafts.map(({ verifyMailSent }) => verifyMailSent)).toEqual([false, true, false]);
  expect(statements).toBe(before.statements);
});
