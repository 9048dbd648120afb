import { beforeEach, expect, test } from "vitest";
import { DAY_MS, fakeClock, HOUR_MS } from "@/lib/kernel/clock";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import {
  addDomain,
  checkDomain,
  listLostDomains,
  listOwnDomains,
  listProvenDomains,
  removeDomain,
} from "@/lib/identity/domains/own-domains";
import { recheckDomains } from "@/lib/identity/domains/recheck-domains";
import { fakeDns, type FakeDns } from "@/lib/identity/domains/testing/fake-lookup";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

let dns: FakeDns;
let ann: TestOwner;
let domain: string;
let clock: ReturnType<typeof fakeClock>;
beforeEach(async () => {
  await database().publisherDomain.deleteMany();
  dns = fakeDns();
  ann = await makeOwner();
  domain = `${uniqueName("site")}.example`;
  clock = fakeClock("2026-11-21T02:47:09.000Z");
  await addDomain(ann.actor, domain, clock);
  stand();
  await checkDomain(ann.actor, domain, { lookup: dns, clock });
});

const stand = () => dns.set(domain, ann.actor.accountId);
const gone = () => dns.answer(domain, { kind: "none" });
const silent = () => dns.answer(domain, { kind: "no-answer" });
const isShown = async () => (await listProvenDomains(ann.actor.accountId)).length === 1;
const recheck = () => recheckDomains({ lookup: dns, clock });

/** What is due within so many hours, as the worker finds it. */
async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    clock.advanceMs(HOUR_MS);
    await recheck();
  }
}

test("a proven domain is asked for again in a day and a little, not all at one time", async () => {
  const now = clock.now().getTime();
  const due = new Set<number>();
  for (let time = 0; time < 5; time++) {
    await checkDomain(ann.actor, domain, { lookup: dns, clock });
    const { nextCheckAt } = await database().publisherDomain.findFirstOrThrow({ where: { domain } });
    due.add((nextCheckAt?.getTime() ?? 0) - now);
  }
  for (const wait of due) {
    expect(wait).toBeGreaterThanOrEqual(DAY_MS);
    expect(wait).toBeLessThan(DAY_MS + 2 * HOUR_MS);
  }
  expect(due.size).toBeGreaterThan(1);
  const asked = dns.asked.length;
  await pass(23);
  expect(dns.asked).toHaveLength(asked);
  await pass(3);
  expect(dns.asked).toHaveLength(asked + 1);
});

test("a record that is gone is told on the first day, and ends the proof on the third", async () => {
  const lost = () => listLostDomains(ann.actor.accountId);
  expect(await lost()).toEqual([]);
  gone();
  await pass(26);
  expect(await lost()).toEqual([domain]);
  expect([await isShown(), await ann.told()]).toEqual([true, [`The record of ${domain} is gone`]]);
  await pass(26);
  expect([await isShown(), (await ann.told()).length]).toEqual([true, 1]);
  await pass(26);
  expect([await isShown(), await ann.told()]).toEqual([
    false,
    [`The record of ${domain} is gone`, `${domain} is no longer shown as yours`],
  ]);
  expect(await listOwnDomains(ann.actor.accountId)).toMatchObject([{ finding: "missing", provenAt: null }]);
  const asked = dns.asked.length;
  await pass(48);
  expect(dns.asked).toHaveLength(asked);
  expect(await lost()).toEqual([domain]);
  stand();
  await checkDomain(ann.actor, domain, { lookup: dns, clock });
  expect([await isShown(), await lost()]).toEqual([true, []]);
});

test("a record that is back in time begins anew, and another value is as good as none", async () => {
  gone();
  await pass(50);
  stand();
  await pass(26);
  dns.answer(domain, { kind: "texts", texts: ["another"] });
  await pass(50);
  expect(await isShown()).toBe(true);
  await pass(28);
  expect(await isShown()).toBe(false);
});

test("several failures of one day count once", async () => {
  gone();
  await pass(26);
  for (let time = 0; time < 4; time++) {
    await database().publisherDomain.updateMany({ where: { domain }, data: { nextCheckAt: clock.now() } });
    await recheck();
  }
  expect([await isShown(), (await ann.told()).length]).toEqual([true, 1]);
});

test("a DNS that does not answer counts for nothing, between failures either, for thirty days", async () => {
  gone();
  await pass(26);
  silent();
  await pass(10 * 24);
  expect([await isShown(), (await ann.told()).length]).toEqual([true, 1]);
  expect(await listOwnDomains(ann.actor.accountId)).toMatchObject([{ finding: "no-answer" }]);
  clock.advanceMs(18 * DAY_MS);
  await recheck();
  expect(await isShown()).toBe(true);
  await pass(2 * 24);
  expect([await isShown(), (await ann.told()).length]).toEqual([false, 2]);
});

test("what is removed while the DNS is asked stays removed, and no mail goes where such mails are not wanted", async () => {
  gone();
  clock.advanceMs(2 * DAY_MS);
  const lookUp = async (name: string) => {
    await removeDomain(ann.actor, domain);
    return dns.lookUp(name);
  };
  expect(await recheckDomains({ lookup: { lookUp }, clock })).toBe(1);
  expect(await listOwnDomains(ann.actor.accountId)).toEqual([]);
  expect(await ann.told()).toEqual([]);

  await addDomain(ann.actor, domain, clock);
  stand();
  await checkDomain(ann.actor, domain, { lookup: dns, clock });
  await setMailSettings(ann.actor, { notices: false, locale: "en" });
  gone();
  await pass(26);
  expect(await ann.told()).toEqual([]);
  await setMailSettings(ann.actor, { notices: true, locale: "ko" });
  await pass(52);
  expect(await ann.told()).toEqual([`${domain} 도메인이 더는 표시되지 않습니다`]);
});
