import { expect, test } from "vitest";
import { assertUploadsLeft, countUpload } from "@/lib/web/http/limits/request-limits";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const OF_ACCOUNT = 120;
const refused = async () => Promise.reject(new Error("refused"));

test("of more uploads at once than an account has left, the ones too many publish nothing", async () => {
  const publisher = { accountId: "acc_crowd", address: "192.0.2.1" };
  let published = 0;
  const publish = async () => Promise.resolve((published += 1));
  const all = await Promise.allSettled(
    Array.from({ length: OF_ACCOUNT + 30 }, () => countUpload(publisher, publish)),
  );
  expect([published, all.filter(({ status }) => status === "fulfilled").length]).toEqual([
    OF_ACCOUNT,
    OF_ACCOUNT,
  ]);
  await expect(assertUploadsLeft(publisher)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  // What one account tried in vain is nobody else's loss.
  const { left } = await countUpload({ ...publisher, accountId: "acc_other" }, publish);
  expect(left.remaining).toBe(OF_ACCOUNT - 1);
});

test("a refused upload does not count", async () => {
  const publisher = { accountId: "acc_refused", address: "192.0.2.2" };
  await countUpload(publisher, async () => Promise.resolve());
  await expect(countUpload(publisher, refused)).rejects.toThrow("refused");
  expect(await assertUploadsLeft(publisher)).toMatchObject({ remaining: OF_ACCOUNT - 1 });
});
