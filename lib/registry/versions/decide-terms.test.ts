import { beforeAll, describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { publishVersion } from "@/lib/publishing/publish-version";
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
    expect((await refusal(uploadAt({ name, version: "1.0.1" }, 8000n))).message).toContain(
      "A call of this skill costs 7000 lamports, not 8000.",
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

describe("the file of a new version", () => {
  const upload = (parts: SkillParts) =>
    publishVersion({ actor: publisher, package: buildSkillPackage(parts), source: "multipart" });
  const paid = (lamports: number) => ({ lamports, payee: publisher.address });

  test("sets the price while nothing of the skill is listed, and one that names none keeps it", async () => {
    const name = uniqueName();
    expect((await upload({ name, paid: paid(20_000) })).priceLamports).toBe(20_000n);
    expect((await upload({ name, version: "1.1.0", paid: paid(9000) })).priceLamports).toBe(9000n);
    expect((await upload({ name, version: "2.0.0" })).priceLamports).toBe(9000n);
    const page = { actor: publisher, package: buildSkillPackage({ name, version: "2.1.0" }) };
    expect((await publishVersion({ ...page, source: "page" })).priceLamports).toBe(0n);
  });

  test.each<[string, SkillParts]>([
    ["a higher price", { paid: { lamports: 30_000, payee: "" } }],
    ["that it is free", { paid: { lamports: 0, payee: "" } }],
    ["nothing", {}],
  ])("changes nothing once it is listed, whatever it declares: %s", async (_, { paid: stated }) => {
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name, paid: paid(20_000) }), publisher);
    const parts = stated ? { paid: paid(Number(stated.lamports)) } : {};
    const next = await upload({ name, version: "2.0.0", ...parts });
    const declared = stated ? { priceLamports: BigInt(stated.lamports), payeeAddress: null } : null;
    expect(next).toMatchObject({ priceLamports: 20_000n, otherTerms: declared });
    expect(await getSkill(name)).toMatchObject({ priceLamports: "20000", payeeAddress: publisher.address });
  });
});
