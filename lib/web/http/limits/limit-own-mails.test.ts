import { expect, test } from "vitest";
import { limitOwnMails } from "@/lib/web/http/limits/request-limits";
import { newId } from "@/lib/kernel/ids";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const LIMITED = { code: "RATE_LIMITED" };
const account = () => newId("acc");

test("ten mails an hour of one account, wherever it is", async () => {
  const accountId = account();
  for (let i = 0; i < 10; i++) await limitOwnMails({ accountId, address: `192.0.2.${i}` });
  await expect(limitOwnMails({ accountId, address: "192.0.2.99" })).rejects.toMatchObject(LIMITED);
});

test("thirty from one address, under however many accounts", async () => {
  const address = "2001:db8:1:2::/64";
  for (let i = 0; i < 30; i++) await limitOwnMails({ accountId: account(), address });
  await expect(limitOwnMails({ accountId: account(), address })).rejects.toMatchObject(LIMITED);
  await limitOwnMails({ accountId: account(), address: "2001:db8:1:3::/64" });
});
