import { beforeEach, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { everythingStored } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import {
  addDomain,
  checkDomain,
  listOwnDomains,
  listProvenDomains,
  removeDomain,
} from "@/lib/identity/domains/own-domains";
import { domainRecord, hasRecord } from "@/lib/identity/domains/domain-record";
import { fakeDns, type FakeDns } from "@/lib/identity/domains/testing/fake-lookup";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { buildSkillPackage, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

let dns: FakeDns;
let ann: TestOwner;
let domain: string;
beforeEach(async () => {
  dns = fakeDns();
  ann = await makeOwner();
  domain = `${uniqueName("site")}.example`;
});

const check = ({ actor }: TestOwner, name = domain) => checkDomain(actor, name, { lookup: dns });
const shown = async ({ actor }: TestOwner) =>
  (await listProvenDomains(actor.accountId)).map(({ domain: name }) => name);
const pointerOf = async (work: Promise<unknown>) =>
  ((await refusal(work)).details["errors"] as { pointer: string }[])[0]?.pointer;
const idOf = ({ actor }: { actor: Actor }) => actor.accountId;

/** Somebody who has added and proven the domain. */
async function proves(owner: TestOwner): Promise<TestOwner> {
  await addDomain(owner.actor, domain);
  dns.set(domain, idOf(owner));
  await check(owner);
  return owner;
}

test("a domain is shown once its record was seen, on the publisher's page and beside their skills", async () => {
  const { slug } = await publishNow(buildSkillPackage(), { accountId: idOf(ann) });
  await addDomain(ann.actor, ` ${domain.toUpperCase()} `);
  expect(await shown(ann)).toEqual([]);
  expect(await getSkill(slug)).toMatchObject({ publisherDomains: [] });
  dns.set(domain, idOf(ann));
  const clock = fakeClock("2026-11-21T02:47:09.000Z");
  const before = await getSkill(slug);
  await checkDomain(ann.actor, domain, { lookup: dns, clock });
  expect(dns.asked).toEqual([`_emporion.${domain}`]);
  const proven = [{ domain, provenAt: "2026-11-21T02:47:09.000Z" }];
  expect(await findPersonProfile(ann.actor.username)).toMatchObject({ domains: proven });
  // And nothing else of the skill has changed.
  expect(await getSkill(slug)).toEqual({ ...before, publisherDomains: proven });
  expect(await ann.told()).toEqual([]);
});

test("checked again a proven domain keeps its day, and a failed check ends nothing", async () => {
  await proves(ann);
  const [first] = await listProvenDomains(idOf(ann));
  await check(ann);
  dns.answer(domain, { kind: "none" });
  expect(await pointerOf(check(ann))).toBe("#/missing");
  expect(await listProvenDomains(idOf(ann))).toEqual([first]);
  expect(await listOwnDomains(idOf(ann))).toMatchObject([{ domain, finding: "missing" }]);
});

test.each([
  ["missing", { kind: "none" }],
  ["missing", { kind: "texts", texts: [] }],
  ["another", { kind: "texts", texts: ["emporion-publisher=127.0.0.1:3000/somebody-else"] }],
  ["no-answer", { kind: "no-answer" }],
] as const)("without its record a domain is not proven, and it is told why: %s", async (finding, answer) => {
  await addDomain(ann.actor, domain);
  dns.answer(domain, answer);
  expect(await pointerOf(check(ann))).toBe(`#/${finding}`);
  expect(await listOwnDomains(idOf(ann))).toMatchObject([{ provenAt: null, finding }]);
});

test("a record is of one account and one domain, in its whole length, whatever host the market has or had", () => {
  const { name, value } = domainRecord("acc_ann", "example.com");
  expect(name).toBe("_emporion.example.com");
  expect(value).toMatch(/^emporion-publisher=127\.0\.0\.1:3000\/[\w-]{32}$/);
  const holds = (text: string) => hasRecord([text], "acc_ann", "example.com");
  expect([value, `"${value}"`, value.replace("127.0.0.1:3000", "market.example")].map(holds)).toEqual([
    true,
    true,
    true,
  ]);
  const others = [domainRecord("acc_bob", "example.com"), domainRecord("acc_ann", "example.org")];
  const wrong = [...others.map((other) => other.value), value.slice(0, -1), `${value}x`, `x${value}`, ""];
  expect(wrong.map(holds)).toEqual(wrong.map(() => false));
});

test("an account has three domains, each once, and only its own are checked or removed", async () => {
  expect(await pointerOf(addDomain(ann.actor, "https://example.com"))).toBe("#/domain");
  for (const name of [`a.${domain}`, `b.${domain}`, `b.${domain}`, `c.${domain}`])
    await addDomain(ann.actor, name);
  expect(await pointerOf(addDomain(ann.actor, domain))).toBe("#/count");
  const bob = await makeOwner();
  const notBobs = { code: "NOT_FOUND" };
  await expect(check(bob, `a.${domain}`)).rejects.toMatchObject(notBobs);
  await expect(removeDomain(bob.actor, `a.${domain}`)).rejects.toMatchObject(notBobs);
  expect(dns.asked).toEqual([]);
  await removeDomain(ann.actor, `a.${domain}`);
  await addDomain(ann.actor, domain);
  expect((await listOwnDomains(idOf(ann))).map((own) => own.domain)).toEqual([
    `b.${domain}`,
    `c.${domain}`,
    domain,
  ]);
  const crowd = await makeOwner();
  const many = Array.from({ length: 8 }, (_, i) => addDomain(crowd.actor, `crowd-${i}.example`));
  await Promise.allSettled(many);
  expect(await listOwnDomains(idOf(crowd))).toHaveLength(3);
});

test("while both records stand the older proof stays; once only the later one does, it wins, and the former owner is told", async () => {
  await proves(ann);
  const bob = await makeOwner();
  await addDomain(bob.actor, domain);
  dns.set(domain, idOf(ann), idOf(bob));
  expect(await pointerOf(check(bob))).toBe("#/taken");
  expect([await shown(ann), await shown(bob)]).toEqual([[domain], []]);
  expect(await ann.told()).toEqual([]);

  dns.set(domain, idOf(bob));
  await check(bob);
  expect([await shown(ann), await shown(bob)]).toEqual([[], [domain]]);
  expect(await ann.told()).toEqual([`Another account has proven ${domain}`]);
  expect(await ann.lastText()).toMatch(/\/settings#domains\n[^]*\/settings#mails\n$/);
  expect(await bob.told()).toEqual([]);
  expect(await listOwnDomains(idOf(ann))).toMatchObject([{ provenAt: null, finding: "another" }]);
  expect(await pointerOf(check(ann))).toBe("#/another");
});

test("of many who prove a domain at once it is one's", async () => {
  const crowd = await Promise.all(Array.from({ length: 5 }, () => makeOwner()));
  for (const { actor } of crowd) await addDomain(actor, domain);
  dns.set(domain, ...crowd.map(idOf));
  const outcomes = await Promise.allSettled(crowd.map((owner) => check(owner)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await Promise.all(crowd.map(shown))).flat()).toEqual([domain]);
  const [loser] = await listOwnDomains(
    idOf(crowd[outcomes.findIndex((o) => o.status === "rejected")] ?? ann),
  );
  expect(loser).toMatchObject({ finding: "taken", provenAt: null });
});

test("the database itself keeps a domain one account's", async () => {
  await proves(ann);
  const bob = await makeOwner();
  await addDomain(bob.actor, domain);
  const where = { accountId_domain: { accountId: idOf(bob), domain } };
  const data = { provenAt: new Date(), nextCheckAt: new Date() };
  const second = database().publisherDomain.update({ where, data });
  await expect(second).rejects.toMatchObject({ code: "P2002" });
});

test("a domain that is removed, or whose account is closed, is shown no more, free for others, and leaves nothing behind", async () => {
  await proves(ann);
  await removeDomain(ann.actor, domain);
  expect(await shown(ann)).toEqual([]);
  const bob = await proves(await makeOwner());
  const { slug } = await publishNow(buildSkillPackage(), { accountId: idOf(bob) });
  expect(await getSkill(slug)).toMatchObject({ publisherDomains: [{ domain }] });
  await closeAccount(bob.actor, { username: bob.actor.username, locale: "en" });
  expect((await getSkill(slug)).publisherDomains).toEqual([]);
  await closeAccount(ann.actor, { username: ann.actor.username, locale: "en" });
  expect(await everythingStored()).not.toContain(domain);
  await expect(addDomain(bob.actor, domain)).rejects.toMatchObject({ code: "AUTH_FAILED" });
});

test("who proves a domain is told nothing, and whoever owns the account is, where a program did it", async () => {
  const apiKey = { id: "key_1", prefix: "sk_12345678", mayOnlyStage: false };
  const program = { ...ann.actor, session: null, apiKey };
  await addDomain(program, domain);
  dns.set(domain, idOf(ann));
  await checkDomain(program, domain, { lookup: dns });
  expect(await ann.told()).toEqual([`A program has proven ${domain} for your account`]);
  expect(await ann.lastText()).toContain("/settings#domains");
  await checkDomain(program, domain, { lookup: dns });
  expect(await ann.told()).toHaveLength(1);
});
