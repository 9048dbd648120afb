import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import {
  answerDeviceLogin,
  beginDeviceLogin,
  findDeviceLogin,
  redeemDeviceCode,
} from "@/lib/identity/devices/device-login";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { purgeAged } from "@/lib/db/purge-rows";
import { getActorOf, makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
const START = "2026-11-21T08:00:00Z";

async function begin(label = "clawhub") {
  const clock = fakeClock(START);
  const { username } = await makeAccount();
  return { clock, actor: await getActorOf(username), login: await beginDeviceLogin(label, clock) };
}

test("a program a person lets in gets one key, however often it asks at once", async () => {
  const { clock, actor, login } = await begin();
  expect(login.userCode).toMatch(/^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$/);
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "authorization_pending" });
  await answerDeviceLogin(actor, ` ${login.userCode.toLowerCase()} `, "approved", clock);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => redeemDeviceCode(login.deviceCode, clock)),
  );
  const keys = answers.flatMap((answer) => ("key" in answer ? [answer.key] : []));
  expect(keys).toHaveLength(1);
  expect(await authenticateApiKey(keys[0] ?? "")).toMatchObject({ accountId: actor.accountId });
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "invalid_grant" });
});

test("a program that is sent away, asks too often or too late, or was never known gets none", async () => {
  const { clock, actor, login } = await begin();
  await redeemDeviceCode(login.deviceCode, clock);
  clock.advanceMs(1000);
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "slow_down" });
  clock.advanceMs(5000);
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "authorization_pending" });
  clock.advanceMs(-60_000); // it is set back: what it showed then says nothing of how often is asked
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "authorization_pending" });
  await answerDeviceLogin(actor, login.userCode, "denied", clock);
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "access_denied" });
  expect(await redeemDeviceCode("not a code", clock)).toEqual({ error: "invalid_grant" });
  const late = await begin();
  late.clock.advanceMs(901_000);
  expect(await redeemDeviceCode(late.login.deviceCode, late.clock)).toEqual({ error: "expired_token" });
  expect(await findDeviceLogin(late.login.userCode, late.clock)).toBeNull();
});

test("the first answer stands", async () => {
  const { clock, actor, login } = await begin();
  await answerDeviceLogin(actor, login.userCode, "denied", clock);
  expect((await refusal(answerDeviceLogin(actor, login.userCode, "approved", clock))).code).toBe("NOT_FOUND");
  expect(await redeemDeviceCode(login.deviceCode, clock)).toEqual({ error: "access_denied" });
});

test("what a program calls itself is shown without control characters and bounded", async () => {
  const { clock, login } = await begin(`clawhub \u202Eevil\u0000 ${"x".repeat(400)}`);
  const found = await findDeviceLogin(login.userCode, clock);
  expect(found?.label).toMatch(/^clawhub evil x+$/);
  expect(found?.label.length).toBe(60);
});

test("ended logins are forgotten", async () => {
  await begin();
  await purgeAged("DeviceLogins", new Date("2026-11-22T08:00:00Z"));
  expect(await database().deviceLogin.count()).toBe(0);
});
