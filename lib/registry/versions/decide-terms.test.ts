import { beforeAll, describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { refusal } from "@/lib/testing/refusal";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
});

describe("a price set beside the file", () => {
  const uploadAt = (parts: SkillParts, priceLamports: bigint, account = publisher) =>
    publishNow(buildSkillPackage(parts), account, { priceLamports });

  test("counts for a file that states none, and is paid to the account's wallet", async () => {
    const name = uniqueName();
    await uploadAt({ name }, 7000n);
    expect(await getSkill(name)).toMatchObject({ priceLamports: "7000", payeeAddress: publisher.address });
    expect((await refusal(uploadAt({ name }, 8000n))).code).toBe("VERSION_NOT_HIGHER");
    expect((await refusal(uploadAt({ name, version: "1.0.1" }, 8000n))).message).toContain(
      'price: "7000" → "8000"',
    );
    await uploadAt({ name, version: "1.0.1" }, 7000n);
  });

  test("must not contradict the file, be out of range, or have nobody to be paid", async () => {
    const paid = { lamports: 5000, payee: publisher.address };
    expect((await refusal(uploadAt({ paid }, 6000n))).message).toContain("5000");
    expect((await refusal(uploadAt({}, -1n))).code).toBe("UPLOAD_FAILED");
    expect((await refusal(uploadAt({}, 2n ** 64n))).code).toBe("UPLOAD_FAILED");
    const walletless = await makeAccount();
    await database().wallet.deleteMany({ where: { accountId: walletless.accountId } });
    expect((await refusal(uploadAt({}, 1n, walletless))).message).toContain("wallet");
  });
});
