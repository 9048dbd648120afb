import { expect, test } from "vitest";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import {
  assertLinkWorks,
  getAgentClaim,
  getCompletion,
  getVerification,
} from "@/lib/publishing/drafts/get-claim";
import { completeAccount, completeAgentClaim, completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { mailsTo, makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import {
  confirmRegistration,
  getRegistration,
  registerOwner,
} from "@/lib/identity/registration/owner-registration";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const newEmail = () => `${uniqueName("owner")}@example.com`;
const PASSWORD = "a long enough password";

test("thirty days after it was confirmed no link sets the first password of its account", async () => {
  const clock = fakeClock("2027-03-01T00:00:00Z");
  const links = {
    agent: async (email: string) => {
      await makeDraft({ contactEmail: email }, clock);
      const token = await tokenOf(email, "claim-agent");
      await completeAgentClaim(token, clock);
      return [token, (await getAgentClaim(token, clock)).maySetPassword];
    },
    draft: async (email: string) => {
      const { claim } = await makeDraft({}, clock);
      await requestClaim({ token: claim?.token, email, locale: "en" }, clock);
      const token = await tokenOf(email, "verify");
      await completeClaim(token, clock);
      return [token, (await getVerification(token, clock)).maySetPassword];
    },
    registration: async (email: string) => {
      await registerOwner({ username: uniqueName("user"), email, locale: "en" }, clock);
      const [mail] = await mailsTo(email);
      const token = /owners\/verify\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      await confirmRegistration(token, clock);
      return [token, (await getRegistration(token, clock)).maySetPassword];
    },
  };
  for (const [kind, confirm] of Object.entries(links)) {
    const [token, may] = await confirm(newEmail());
    expect([kind, may]).toEqual([kind, true]);
    clock.advanceMs(30 * DAY_MS - 1);
    expect(await getCompletion(token, clock)).toMatchObject({ hasPassword: false });
    clock.advanceMs(1);
    const invalid = { code: "CLAIM_TOKEN_INVALID" };
    await expect(getCompletion(token, clock)).rejects.toMatchObject(invalid);
    await expect(completeAccount({ token, password: PASSWORD }, clock)).rejects.toMatchObject(invalid);
    await expect(assertLinkWorks("claim-agent-complete", token, clock)).rejects.toMatchObject(invalid);
    const shown = { agent: getAgentClaim, draft: getVerification, registration: getRegistration }[kind]!;
    expect(await shown(token, clock)).toMatchObject({ state: "done", maySetPassword: false });
  }
});
