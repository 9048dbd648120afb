import pg from "pg";
import { expect, test, vi } from "vitest";
import { closeAccount } from "@/lib/account-closing/close-account";
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
    const texts = sent.mock.calls
      .map(([query]: unknown[]) => JSON.stringify(query))
      .filter((text) => !text.includes("rlflx-clear-expired")); // of a limiter of a file before this one
    sent.mockRestore();
    const logged = await database().logEntry.findMany({
      where: { subjectId: { in: published }, kind: "version:yanked" },
      orderBy: { seq: "asc" },
    });
    expect(logged.map(({ subjectId }) => subjectId)).toEqual(published);
    const events = { actor: accountId, kind: { in: ["version:yanked", "account:closed"] } };
    expect(await database().event.count({ where: events })).toBe(versions + 1);
    const locked = texts.findIndex((text) => text.includes("LogHeads"));
    return { all: texts.length, whileLocked: texts.length - locked };
  };
  const [one, five] = [await statements(1), await statements(5)];
  expect(five).toEqual(one);
  expect(one.whileLocked).toBeLessThan(7);
});
