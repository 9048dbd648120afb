import { expect, test } from "vitest";
import { publishVersion } from "@/lib/publishing/publish-version";
import { buildSkillPackage, makeAccount, testBlobStore } from "@/lib/testing/builders";
import { inTransaction } from "@/lib/db/transaction";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

test("statements of one transaction that are asked for at once are sent one after the other", async () => {
  const warnings: Error[] = [];
  const record = (warning: Error) => warnings.push(warning);
  process.on("warning", record);
  const account = await makeAccount();
  const { versionId } = await publishVersion({
    actor: account,
    package: buildSkillPackage(),
    source: "multipart",
  });
  // One row with relations that are read by themselves, each by a statement.
  const select = {
    files: { select: { path: true } },
    publisher: { select: { username: true } },
    uploadedBy: { select: { username: true } },
    vettingJobs: { select: { id: true } },
    skill: { select: { maintainers: { select: { accountId: true } }, names: { select: { name: true } } } },
  };
  const row = await inTransaction((tx) =>
    tx.skillVersion.findUniqueOrThrow({ where: { id: versionId }, select }),
  );
  expect(row).toMatchObject({ files: [{}, {}], publisher: {}, vettingJobs: [{}], skill: { names: [{}] } });
  const failed = inTransaction((tx) => Promise.all([tx.$queryRaw`SELECT 1/0`, tx.$queryRaw`SELECT 1`]));
  await expect(failed).rejects.toThrow("division by zero");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", record);
  expect(warnings.map(({ message }) => message)).toEqual([]);
});
