import { beforeAll, describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { decideUpload } from "@/lib/publishing/decide-upload";
import { publishVersion } from "@/lib/publishing/publish-version";
import { readUpload } from "@/lib/publishing/read-upload";
import { refusal } from "@/lib/testing/refusal";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
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

describe("a new version that names no price", () => {
  const upload = (parts: SkillParts) =>
    publishVersion({ actor: publisher, package: buildSkillPackage(parts), source: "multipart" });

  test("costs and pays what the one before it does, and says so", async () => {
    const name = uniqueName();
    const second = await database().wallet.create({
      data: { address: newAddress(), accountId: publisher.accountId },
    });
    await publishNow(
      buildSkillPackage({ name, paid: { lamports: 20_000, payee: second.address } }),
      publisher,
    );
    expect((await upload({ name, version: "1.1.0" })).priceLamports).toBe(20_000n);
    const { terms } = await decideUpload(database(), {
      manifest: (await readUpload(buildSkillPackage({ name, version: "1.2.0" }))).check.manifest,
      publisher: { id: publisher.accountId, wallets: [publisher.address, second.address] },
      keepsPrice: true,
    });
    expect(terms).toEqual({ priceLamports: 20_000n, payeeAddress: second.address });
  });

  test("is free where its file says so, and on the page, where an empty price is a choice", async () => {
    const name = uniqueName();
    const paid = (lamports: number) => ({ lamports, payee: publisher.address });
    await publishNow(buildSkillPackage({ name, paid: paid(20_000) }), publisher);
    const free = await upload({ name, version: "1.1.0", paid: paid(0) });
    expect(free.priceLamports).toBe(0n);
    expect((await upload({ name, version: "1.2.0" })).priceLamports).toBe(0n);
    await upload({ name, version: "1.3.0", paid: paid(9000) });
    const page = { actor: publisher, package: buildSkillPackage({ name, version: "1.4.0" }) };
    expect((await publishVersion({ ...page, source: "page" })).priceLamports).toBe(0n);
  });
});
