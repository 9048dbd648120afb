import { beforeAll, describe, expect, test } from "vitest";
import { listSets } from "@/lib/catalogue/sets/list-sets";
import { getSet } from "@/lib/catalogue/sets/get-set";
import type { Actor } from "@/lib/identity/actor";
import { isDomainError } from "@/lib/kernel/errors";
import { countWaiting, listWaiting } from "@/lib/moderation/list-waiting";
import { getReport } from "@/lib/moderation/reports";
import { decideSetReport, listSetReports, reportSet } from "@/lib/moderation/set-reports";
import { saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();
const TEXT = "It says that it is somebody else's.";
let owner: TestAccount;
let skill: string;
let administrator: Actor;

beforeAll(async () => {
  owner = await makeAccount();
  ({ slug: skill } = await publishNow(buildSkillPackage(), owner));
  administrator = await makeAdministrator();
});

async function makeSet(by: TestAccount = owner): Promise<string> {
  const name = uniqueName("set");
  const actor = await getActorOf(by.username);
  await saveSet({ actor, name, description: "One thing.", parts: [{ skill, range: "*" }] });
  return name;
}

const report = (set: string, more: Partial<Parameters<typeof reportSet>[0]> = {}) =>
  reportSet({ set, reason: "misleading", text: TEXT, caller: { address: "192.0.2.7" }, ...more });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );
const decide = (
  reportId: string,
  decision: "withdraw" | "uphold" | "dismiss",
  actor: Actor = administrator,
) => decideSetReport({ actor, reportId, decision, text: "Looked at." });

describe("a report about a set", () => {
  test("waits for an administrator, and says to whoever has its number how it stands", async () => {
    const name = await makeSet();
    const { reportId } = await report(name);
    expect(await getReport(reportId)).toMatchObject({ about: "set", name, state: "open", decision: null });
    expect((await listSetReports(administrator)).find(({ id }) => id === reportId)).toMatchObject({
      text: TEXT,
      reporter: null,
      leftToOthers: false,
    });
    const waiting = await listWaiting(administrator);
    expect(waiting).toContainEqual(expect.objectContaining({ kind: "setReport", id: reportId, name }));
    const { reports } = await countWaiting(administrator);
    await decide(reportId, "dismiss");
    expect((await countWaiting(administrator)).reports).toBe(reports - 1);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["of no set", () => report("no-such-set"), "NOT_FOUND"],
    ["of what is no name", () => report("a\0b"), "NOT_FOUND"],
    ["without a reason", async () => report(await makeSet(), { reason: "" }), "REQUEST_INVALID"],
    ["without a text", async () => report(await makeSet(), { text: " " }), "REQUEST_INVALID"],
  ])("%s is refused", async (_name, send, code) => {
    expect(await codeOf(send())).toBe(code);
  });

  test("is sent once by an address on a day, and not of a set that was withdrawn", async () => {
    const name = await makeSet();
    await report(name);
    expect(await codeOf(report(name))).toBe("REPORT_ALREADY_FILED");
    expect(await codeOf(report(name, { caller: { address: "192.0.2.8" } }))).toBeNull();
    await withdrawSet({ actor: await getActorOf(owner.username), name, reason: "Not kept up." });
    expect(await codeOf(report(name, { caller: { address: "192.0.2.9" } }))).toBe("NOT_FOUND");
  });

  test("withdraws the set with the decision, in public, once", async () => {
    const name = await makeSet();
    const { reportId } = await report(name);
    await decide(reportId, "withdraw");
    expect(await getSet(name)).toMatchObject({ withdrawn: "Looked at." });
    expect((await listSets({ q: name })).total).toBe(0);
    expect(await getReport(reportId)).toMatchObject({ state: "upheld", decision: "Looked at." });
    expect(await codeOf(decide(reportId, "dismiss"))).toBe("DECISION_NOT_POSSIBLE");
  });

  test.each([
    ["uphold", "upheld"],
    ["dismiss", "dismissed"],
  ] as const)("%s ends it, and leaves the set", async (decision, state) => {
    const name = await makeSet();
    const { reportId } = await report(name);
    await decide(reportId, decision);
    expect(await getReport(reportId)).toMatchObject({ state });
    expect(await getSet(name)).toMatchObject({ withdrawn: null });
  });

  test("is decided by no member, and not by the administrator whose set it is while there is another one", async () => {
    const own = await makeAccount({ role: "administrator" });
    const { reportId } = await report(await makeSet(own));
    const actor = await getActorOf(own.username);
    expect(await codeOf(decide(reportId, "dismiss", await getActorOf(owner.username)))).toBe(
      "PERMISSION_DENIED",
    );
    expect(await codeOf(decide(reportId, "dismiss", actor))).toBe("DECISION_NOT_ALLOWED");
    expect(await database().setReport.findUnique({ where: { id: reportId } })).toMatchObject({
      state: "open",
    });
    expect((await listWaiting(actor)).map(({ id }) => id)).not.toContain(reportId);
  });
});
