import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { call } from "@/api/testing/client";
import { joinReplicas } from "@/lib/duties/joining/join-replicas";
import { readAsNewAs, readRevision, CATALOGUE } from "@/lib/registry/revisions/revisions";
import { cachedCounts } from "@/lib/search/count-matches";
import { batched } from "@/lib/db/batch";
import { closeDatabase, database, replicas } from "@/lib/db/client";
import { onPrimary, readFrom } from "@/lib/db/replicas/reading";
import { runStatement } from "@/lib/db/statement";
import { inTransaction } from "@/lib/db/transaction";
import { metrics } from "@/lib/kernel/observability/metrics";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { IS_FULL } from "@/lib/testing/full-form";
import { startRelay, type Relay } from "@/lib/testing/relay";
import { startThrowAwayPostgres, type ThrowAwayPostgres } from "@/lib/testing/throw-away-postgres";
import { sendPages } from "./send-pages";
import { cachePages } from "./cache-pages";

/** A second PostgreSQL that streams: long. The rule of the lag is tried in lib/db/replicas in both forms. */
describe.runIf(IS_FULL)("a market with a replica", () => {
  testBlobStore();

  let primary: ThrowAwayPostgres;
  let standby: Awaited<ReturnType<ThrowAwayPostgres["startStandby"]>>;
  let relay: Relay;
  let pages: http.Server;

  beforeAll(async () => {
    primary = await startThrowAwayPostgres();
    await primary.createMigrated("market");
    standby = await primary.startStandby();
    const near = new URL(standby.url("market"));
    relay = await startRelay(Number(near.port));
    near.port = String(relay.port);
    await closeDatabase();
    process.env["DATABASE_URL"] = primary.url("market");
    process.env["DATABASE_REPLICA_URLS"] = near.href;
    await replay(true);
    const keep = cachePages({ bytes: 1_000_000, inlineScripts: [] });
    const send = sendPages(renderNote, "/plain.js", async () => [], keep);
    pages = http.createServer((request, response) => void send(request, response));
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    relay.set("open");
    await replay(true);
  });
  afterAll(async () => {
    await new Promise((resolve) => pages.close(resolve));
    await closeDatabase();
    await relay.close();
    await standby.stop();
    await primary.stop();
  });

  /** On the standby, whatever `DATABASE_URL` says. Waits until it has what the primary has, where it replays. */
  async function replay(goesOn: boolean): Promise<void> {
    const client = new pg.Client(standby.url("market"));
    await client.connect();
    await client.query(goesOn ? "select pg_wal_replay_resume()" : "select pg_wal_replay_pause()");
    const [end] = await runStatement<{ place: string }>("select pg_current_wal_lsn()::text as place", []);
    const state = async () =>
      (
        await client.query<{ done: boolean }>(
          goesOn
            ? "select pg_last_wal_replay_lsn() >= $1::pg_lsn as done"
            : "select pg_get_wal_replay_pause_state() = 'paused' or $1::text is null as done",
          [end?.place],
        )
      ).rows[0]?.done;
    await vi.waitFor(async () => expect(await state()).toBe(true), { timeout: 60_000, interval: 20 });
    await client.end();
    await replicas().look();
  }

  const WHERE = `select case when pg_is_in_recovery() then 'replica' else 'primary' end as "at"`;
  const asked = async () => (await runStatement<{ at: string }>(WHERE, []))[0]?.at;
  const askedByClient = async () => (await database().$queryRawUnsafe<{ at: string }[]>(WHERE))[0]?.at;
  const names = () => database().reservedName.count();
  const reserve = (canonicalName: string) =>
    database().reservedName.create({ data: { canonicalName, reason: "test" } });
  const change = () => database().change.create({ data: { scope: CATALOGUE } });
  const known = async () => ({ scope: CATALOGUE, revision: await readRevision(CATALOGUE) });

  /** What a page shows of the database, and where it was read. */
  async function renderNote(_: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const shown = `${await askedByClient()} ${await names()}`;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", "script-src 'self' 'nonce-abc' 'strict-dynamic'");
    response.end(`<!DOCTYPE html><html><main data-plain=""><p>${shown}</p></main></html>`);
  }

  async function page(path = "/skills"): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${(pages.address() as AddressInfo).port}${path}`);
    return /<p>(.*)<\/p>/.exec(await answer.text())?.[1] ?? "";
  }

  test("a page for everybody is made from a replica that has replayed its revision", async () => {
    expect(replicas().all.map(({ leftOut }) => leftOut)).toEqual([null]);
    expect(await page()).toBe("replica 0");
    expect(await readAsNewAs(await known(), async () => [await asked(), await askedByClient()])).toEqual([
      "replica",
      "replica",
    ]);
    expect([await asked(), await askedByClient()]).toEqual(["primary", "primary"]);
  });

  test("a replica that lags makes no page of a revision that it has not replayed, and none is kept of it", async () => {
    await page();
    await replay(false);
    await reserve("behind");
    await change();
    expect(await page()).toBe("primary 1");
    await replay(true);
    expect(await page()).toBe("primary 1"); // the kept one
    await change();
    await replay(true);
    expect(await page()).toBe("replica 1");
  });

  test("what is counted on a replica that does not see a change yet is not kept as counted after it", async () => {
    const LARGE = 1_000;
    const count = cachedCounts<number>((counted) => counted);
    const counted = () => count("names", new Date(), async () => LARGE + (await names()));
    const before = await names();
    await replay(false);
    const onReplica = await readAsNewAs(await known(), async () => {
      await onPrimary(() => reserve("while-it-is-read"));
      await onPrimary(change);
      return counted();
    });
    expect(onReplica).toBe(LARGE + before);
    expect(await counted()).toBe(LARGE + before + 1);
  });

  test("the agent API reads from a replica as pages do, and shows each change at once", async () => {
    const name = uniqueName();
    const account = await makeAccount();
    await publishNow(buildSkillPackage({ name }), account);
    await replay(true);
    const reads = () =>
      metrics.getSingleMetricAsString("emporion_replica_reads_total").then((text) => ({
        replica: Number(/from="replica"\} (\d+)/.exec(text)?.[1] ?? 0),
        primary: Number(/from="primary"\} (\d+)/.exec(text)?.[1] ?? 0),
      }));
    const before = await reads();
    const versions = async () => {
      const { body } = await call("GET", `/v1/skills/${name}/versions`);
      return body["results"] as unknown[];
    };
    expect(await versions()).toHaveLength(1);
    expect(await reads()).toEqual({ ...before, replica: before.replica + 1 });
    await replay(false);
    await publishNow(buildSkillPackage({ name, version: "1.0.1" }), account);
    expect(await versions()).toHaveLength(2);
    expect(await reads()).toEqual({ replica: before.replica + 1, primary: before.primary + 1 });
  });

  test("what is written while reading goes to the primary, and is read there from then on", async () => {
    const ways: Record<string, () => Promise<unknown>> = {
      aRow: () => reserve("row"),
      aStatement: () => database().$executeRaw`update "ReservedNames" set reason = 'changed'`,
      aStatementOfOurs: () =>
        runStatement(`update "ReservedNames" set reason = 'again' returning 1 as done`, []),
      aTransaction: () =>
        inTransaction((tx) => tx.reservedName.create({ data: { canonicalName: "tx", reason: "test" } })),
    };
    await replay(false);
    for (const [way, write] of Object.entries(ways)) {
      const seen = await readFrom(first(), async () => {
        const before = [await asked(), await names()];
        await write();
        return [way, before[0], Number(before[1]) <= (await names()), await asked(), await askedByClient()];
      });
      expect(seen).toEqual([way, "replica", true, "primary", "primary"]);
    }
  });

  test("what several ask together, and what goes on after a reading has ended, is the primary's", async () => {
    const together = batched(async (items: readonly number[]) => {
      const at = await asked();
      return items.map(() => at);
    });
    let later: Promise<unknown> = Promise.resolve();
    let go: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (go = resolve));
    expect(
      await readFrom(first(), async () => {
        later = until.then(asked);
        return [await together(1), await asked()];
      }),
    ).toEqual(["primary", "replica"]);
    go();
    expect(await later).toBe("primary");
  });

  test("a replica that is away, or silent, is left out by itself, what it was asked goes to the primary, and it comes back", async () => {
    for (const state of ["closed", "silent"] as const) {
      expect(first().leftOut).toBe(null);
      expect(await readFrom(first(), asked)).toBe("replica"); // a connection is open
      relay.set(state);
      const cutOff = readFrom(first(), () => Promise.all([asked(), askedByClient()]));
      await replicas().look();
      expect(await cutOff).toEqual(["primary", "primary"]);
      expect([first().leftOut, replicas().choose()]).toEqual(["is away", null]);
      await change();
      expect(await page()).toMatch(/^primary /);
      relay.set("open");
      await replicas().look();
      await change();
      await replay(true);
      expect(await page()).toMatch(/^replica /);
    }
  });

  test("a replica that is further behind than it may be is left out until it has caught up", async () => {
    await replay(false);
    await reserve("later");
    const start = performance.now();
    const lookAfter = (seconds: number) => replicas().look(() => start + seconds * 1_000);
    await lookAfter(0);
    expect(first().leftOut).toBe(null);
    await lookAfter(4);
    expect(first().leftOut).toBe(null);
    await lookAfter(60);
    expect([first().leftOut, replicas().choose()]).toEqual(["lags", null]);
    expect(await metrics.getSingleMetricAsString("emporion_replica_used")).toMatch(/ 0$/);
    await replay(true);
    expect([first().leftOut, replicas().choose()]).toEqual([null, first()]);
    expect(await metrics.getSingleMetricAsString("emporion_replica_used")).toMatch(/ 1$/);
  });

  test("a server of another database stops the start with a sentence; one that is away, or was promoted, does not", async () => {
    const { DATABASE_REPLICA_URLS } = process.env;
    const other = await startThrowAwayPostgres();
    const joinWith = async (urls: string) => {
      await closeDatabase();
      process.env["DATABASE_REPLICA_URLS"] = urls;
      await joinReplicas();
      return replicas().all.map(({ leftOut }) => leftOut);
    };
    try {
      await expect(joinWith(other.url("postgres"))).rejects.toThrow(
        /^Settings are not usable\. .*no replica of/,
      );
      expect(await joinWith(primary.url("market"))).toEqual(["is no replica now"]);
      relay.set("closed");
      expect(await joinWith(String(DATABASE_REPLICA_URLS))).toEqual(["is away"]);
    } finally {
      await closeDatabase();
      process.env["DATABASE_REPLICA_URLS"] = DATABASE_REPLICA_URLS;
      await other.stop();
    }
  });

  function first() {
    const [replica] = replicas().all;
    if (replica === undefined) throw new Error("there is no replica");
    return replica;
  }
});
