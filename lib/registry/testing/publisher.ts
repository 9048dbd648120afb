import { beforeAll } from "vitest";
import { publishVersion } from "@/lib/publishing/publish-version";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";

/**
 * Gives the calling test file a blob store and an account of its own that uploads and publishes; call it at the top of
 * the file.
 */
export function testPublisher() {
  testBlobStore();
  let account: TestAccount | undefined;
  beforeAll(async () => {
    account = await makeAccount();
  });
  const publisher = (): TestAccount => {
    if (!account) throw new Error("the publisher is made before the first test");
    return account;
  };
  return {
    publisher,
    /** The upload alone: vetting is queued. */
    upload: (parts: SkillParts, by = publisher()) =>
      publishVersion({ actor: by, package: buildSkillPackage(parts), source: "multipart" }),
    /** Uploaded and vetted at once. */
    publish: (parts: SkillParts = {}, by = publisher()) => publishNow(buildSkillPackage(parts), by),
  };
}
