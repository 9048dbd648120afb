import { expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { assertMayReview } from "@/lib/registry/reviews/write-review";

const SKILL = {
  slug: "json-diff",
  ownerId: "owner" as string | null,
  transfers: [{ fromId: "former" }, { fromId: "first" }],
  everMaintainers: ["maintainer"],
  claimStatus: null as "draft" | "claimed" | "expired" | null,
};
const [OWN, DRAFT] = ["REVIEW_NOT_ALLOWED", "REVIEW_NOT_ALLOWED_ON_DRAFT"];

test.each<[string, Partial<typeof SKILL>, string, boolean, string | undefined]>([
  ["a stranger", {}, "stranger", false, undefined],
  ["a stranger, of a claimed draft", { claimStatus: "claimed" }, "stranger", false, undefined],
  ["a stranger, of a skill without an owner", { ownerId: null }, "stranger", false, undefined],
  ["a stranger, of a draft", { claimStatus: "draft" }, "stranger", false, DRAFT],
  ["a stranger, of a draft that is over", { claimStatus: "expired" }, "stranger", false, DRAFT],
  ["the owner", {}, "owner", false, OWN],
  ["the owner before", {}, "former", false, OWN],
  ["the owner before that", {}, "first", false, OWN],
  ["who maintains it or did", {}, "maintainer", false, OWN],
  ["a stranger with a wallet of the publisher's", {}, "stranger", true, OWN],
  ["the owner, of a draft", { claimStatus: "draft" }, "owner", true, DRAFT],
])("%s", (_name, changes, accountId, hasPublisherWallet, expected) => {
  let code: string | undefined;
  try {
    assertMayReview({ ...SKILL, ...changes }, { accountId, hasPublisherWallet });
  } catch (error) {
    code = isDomainError(error) ? error.code : String(error);
  }
  expect(code).toBe(expected);
});
