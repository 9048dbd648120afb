import { Keypair } from "@solana/web3.js";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/clock";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import {
  AGAIN_MS,
  continueBlocker,
  isNoticeDue,
  LASTING_MS,
  listBlockedSkills,
  notifyOfBlockers,
  SAME_MS,
} from "@/lib/running/earning/earning-blockers";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();
const market = new PaidMarket();

const NOW = new Date("2026-11-29T12:00:00Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms);

describe("a cause that is there", () => {
  test.each([
    ["is new", null, { beganAt: NOW, notifiedAt: null }],
    ["goes on", { beganAt: ago(DAY_MS), seenAt: ago(SAME_MS), notifiedAt: null }, { beganAt: ago(DAY_MS) }],
    ["was away", { beganAt: ago(DAY_MS), seenAt: ago(SAME_MS + 1), notifiedAt: null }, { beganAt: NOW }],
    [
      "was away for a while, and was told",
      { beganAt: ago(5 * DAY_MS), seenAt: ago(AGAIN_MS), notifiedAt: ago(4 * DAY_MS) },
      { beganAt: NOW, notifiedAt: ago(4 * DAY_MS) },
    ],
    [
      "was away for long, and was told",
      { beganAt: ago(5 * DAY_MS), seenAt: ago(AGAIN_MS + 1), notifiedAt: ago(4 * DAY_MS) },
      { beganAt: NOW, notifiedAt: null },
    ],
  ])("%s", (_name, before, after) => {
    expect(continueBlocker(before, NOW)).toMatchObject({ seenAt: NOW, ...after });
  });

  test.each([
    ["too young", LASTING_MS - 1, null, false],
    ["it has lasted", LASTING_MS, null, true],
    ["told already", LASTING_MS, ago(1), false],
  ])("is told: %s", (_name, ageMs, notifiedAt, isDue) => {
    expect(isNoticeDue({ beganAt: ago(ageMs), seenAt: NOW, notifiedAt }, NOW)).toBe(isDue);
  });
});

describe("the owner of a skill that cannot be paid", () => {
  let owner: TestOwner;
  let slug = "";
  let payee = "";
  beforeEach(async () => {
    await database().earningBlocker.deleteMany();
    owner = await makeOwner();
    ({ slug } = await owner.publish());
    payee = await makePriced(slug);
  });

  /** As if a version with a price had been published that runs, and whose wallet is empty. */
  async function makePriced(name: string): Promise<string> {
    const address = Keypair.generate().publicKey.toBase58();
    const skill = await database().skill.findUniqueOrThrow({ where: { slug: name } });
    await database().skillVersion.update({
      where: { id: skill.latestVersionId ?? "" },
      data: { runnable: true, obstacles: [] },
    });
    await database().skill.update({
      where: { slug: name },
      data: { askedLamports: "50000", payeeAddress: address },
    });
    return address;
  }

  const at = (now: Date) => ({ now: () => now });
  const pass = (now: Date) => notifyOfBlockers(market.context, at(now));

  test("is told on the dashboard at once, by mail once it lasts, and once only, also by two at a time", async () => {
    const [blocked] = await listBlockedSkills(owner.actor.accountId, market.context);
    expect(blocked).toMatchObject({ slug, blockers: [{ kind: "payee_too_low", address: payee }] });
    await pass(NOW);
    expect(await owner.told()).toEqual([]);
    const later = new Date(NOW.getTime() + LASTING_MS);
    await Promise.all([pass(later), pass(later)]);
    await pass(new Date(later.getTime() + LASTING_MS));
    expect(await owner.told()).toEqual([`Nobody can pay for ${slug} 1.0.0: its wallet holds too little`]);
    expect(await owner.lastText()).toContain(`${payee}: 843,380 lamports`);
  });

  test("hears nothing of what lasted a minute, of a ledger that is away, or with such mails switched off", async () => {
    await pass(NOW);
    const later = new Date(NOW.getTime() + LASTING_MS);
    market.ledger.outage = true;
    await pass(later);
    market.ledger.outage = false;
    await market.context.connection.requestAirdrop(payee, 1_000_000n);
    await pass(later);
    expect(await listBlockedSkills(owner.actor.accountId, market.context)).toEqual([]);
    expect(await owner.told()).toEqual([]);
    await setMailSettings(owner.actor, { notices: true, earning: false, locale: "ko" });
    await makePriced(slug);
    await pass(later);
    await pass(new Date(later.getTime() + LASTING_MS));
    expect(await owner.told()).toEqual([]);
  });

  test("is told in the language of their mails that nothing can be bought", async () => {
    await setMailSettings(owner.actor, { notices: false, earning: true, locale: "ko" });
    const skill = await database().skill.findUniqueOrThrow({ where: { slug } });
    await database().skillVersion.update({
      where: { id: skill.latestVersionId ?? "" },
      data: { runnable: false, obstacles: [{ code: "CALL_NETWORK", names: [] }] },
    });
    await market.context.connection.requestAirdrop(payee, 1_000_000n);
    await pass(NOW);
    await pass(new Date(NOW.getTime() + LASTING_MS));
    expect(await owner.told()).toEqual([`${slug} 1.0.0: 아무도 호출을 살 수 없습니다`]);
  });
});
