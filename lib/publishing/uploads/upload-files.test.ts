import { expect, test } from "vitest";
import { SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { announceFile } from "@/lib/publishing/uploads/upload-files";

const database = testDatabase();

const announce = (accountId: string, path: string, sizeBytes: number) =>
  announceFile(accountId, { path, sizeBytes, sha256: "0".repeat(64) });

test("a client announces all files of a package at once", async () => {
  const { accountId } = await makeAccount();
  const all = Array.from({ length: 150 }, (_, i) => announce(accountId, `${i}.md`, 10));
  expect(new Set(await Promise.all(all)).size).toBe(150);
});

test("nothing is announced for an account that is closed", async () => {
  const { accountId } = await makeAccount();
  await database().account.update({ where: { id: accountId }, data: { closedAt: new Date() } });
  await expect(announce(accountId, "a.md", 10)).rejects.toMatchObject({ code: "AUTH_FAILED" });
});

test("of files that are announced at once no more are let in than two packages hold", async () => {
  const { accountId } = await makeAccount();
  const third = Math.floor(SKILL_ARCHIVE_LIMITS.maxUnpackedBytes / 3);
  const all = Array.from({ length: 9 }, (_, i) => announce(accountId, `${i}.bin`, third));
  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: "CONTENT_TOO_LARGE" } })));
  expect(await database().uploadTicket.count({ where: { accountId } })).toBe(6);
});
