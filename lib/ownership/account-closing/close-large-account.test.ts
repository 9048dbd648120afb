import pg from "pg";
import { expect, test, vi } from "vitest";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

test("however many versions there are, others wait as long to append to the log", async () => {
  const statements = async (versions: number) => {
    const { accountId, username } = await makeAccount();
    const actor = await getActorOf(username);
    const name = uniqueName();
    const published: string[] = [];
    for (let i = 1; i <= versions; i++) {
      const { versionId } = await publishNow(buildSkillPackage({ name, version: `${i}.0.0` }), { accountId });
      published.push(versionId);
    }
    const sent = vi.spyOn(pg.Client.prototype, "query");
    await closeAccount(actor, { username, locale: "en" });
    const texts = inTransactionOf("LogHeads", sent.mock);
    sent.mockRestore();
    const logged = await database().logEntry.findMany({
      where: { subjectId: { in: published }, kind: "version:yanked" },
      orderBy: { seq: "asc" },
    });
    expect(logged.map(({ subjectId }) => subjectId)).toEqual(published);
    const events = { actor: accountId, kind: { in: ["version:yanked", "account:closed"] } };
    expect(await database().event.count({ where: events })).toBe(versions + 1);
    return texts;
  };
  const [one, five] = [await statements(1), await statements(5)];
  expect(five).toEqual(one);
  const locked = one.findIndex((text) => text.includes("LogHeads"));
  expect(locked).toBeGreaterThan(0);
  expect(one.length - locked).toBeLessThan(7);
});

/**
 * The beginnings of the statements of one transaction, in order: of that which sent a statement with `text`. Others of
 * the process are not its own, and a transaction that PostgreSQL had begin again counts from there.
 */
function inTransactionOf(
  text: string,
  { calls, contexts }: { calls: unknown[][]; contexts: unknown[] },
): string[] {
  const all = calls.map(([query], i) => ({ text: JSON.stringify(textOf(query)), client: contexts[i] }));
  const { client } = all.find((each) => each.text.includes(text)) ?? {};
  const own = all.filter((each) => each.client === client).map((each) => each.text.slice(0, 60));
  return own.slice(own.lastIndexOf('"BEGIN"'));
}

const textOf = (query: unknown) => (typeof query === "string" ? query : (query as { text: string }).text);
