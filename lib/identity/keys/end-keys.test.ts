import { expect, test } from "vitest";
import { answerDeviceLogin, beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { changePassword } from "@/lib/identity/passwords/own-password";
import { createApiKey, listApiKeys } from "@/lib/identity/keys/own-keys";
import { findActorOfSession } from "@/lib/identity/accounts/accounts";
import {
  findPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "@/lib/identity/passwords/password-reset";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

testDatabase();
const OLD = "a long enough password";
const NEW = "another long password";

/**
 * Somebody with a password, a working key, a program let in that has not fetched its key, and a link to a new password.
 */
async function somebody() {
  const { actor, email } = await mailOwner({ password: OLD });
  const { key } = await createApiKey(actor, "laptop");
  const { deviceCode, userCode } = await beginDeviceLogin("a program");
  await answerDeviceLogin(actor, userCode, "approved");
  await requestPasswordReset({ email, locale: "en" });
  const text = (await mailsTo(email))[0]?.text ?? "";
  const token = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(text)?.[1] ?? "");
  return { actor, key, deviceCode, token };
}

const working = async (actor: Parameters<typeof listApiKeys>[0]) =>
  (await listApiKeys(actor)).filter(({ revokedAt }) => revokedAt === null).length;

test.each(["by a mailed link", "in the settings"])(
  "a new password %s ends every session, and every key if that was chosen",
  async (how) => {
    for (const endKeys of [false, true]) {
      const { actor, key, deviceCode, token } = await somebody();
      await (how === "in the settings"
        ? changePassword(actor, { current: OLD, password: NEW, endKeys })
        : resetPassword({ token, password: NEW, endKeys }));
      const session = {
        accountId: actor.accountId,
        address: null,
        sessionVersion: actor.session?.version ?? 0,
      };
      expect(await findActorOfSession(session)).toBeNull();
      const stillIn = authenticateApiKey(key);
      if (endKeys) await expect(stillIn).rejects.toMatchObject({ code: "AUTH_FAILED" });
      else await stillIn;
      const taken = await redeemDeviceCode(deviceCode);
      if (endKeys) expect(taken).toEqual({ error: "invalid_grant" });
      else expect(taken).toHaveProperty("key");
      expect(await working(actor)).toBe(endKeys ? 0 : 2);
    }
  },
);

test("a link that does not work ends no key", async () => {
  const { actor, key, token } = await somebody();
  await changePassword(actor, { current: OLD, password: NEW, endKeys: false });
  expect(await resetPassword({ token, password: "of a thief, long", endKeys: true })).toBe(false);
  await authenticateApiKey(key);
});

test("the page knows a first password from another one", async () => {
  const { token } = await somebody();
  expect(await findPasswordReset(token)).toMatchObject({ isFirst: false });
});

test("no key outlives it that a session, a key or a program asks for at that moment", async () => {
  const { actor, key, deviceCode } = await somebody();
  const program = await authenticateApiKey(key);
  const { accountId: id } = actor;
  await whileHeld(
    async (tx) => {
      await tx.account.update({ where: { id }, data: { sessionVersion: { increment: 1 } } });
      await tx.apiKey.updateMany({ where: { accountId: id }, data: { revokedAt: new Date() } });
      await tx.deviceLogin.deleteMany({ where: { accountId: id } });
    },
    async () => {
      const [bySession, byKey, byDevice] = await Promise.allSettled([
        createApiKey(actor, "of the session"),
        createApiKey(program, "of the key"),
        redeemDeviceCode(deviceCode),
      ]);
      expect(bySession).toMatchObject({ reason: { code: "CONFIRMATION_REQUIRED" } });
      expect(byKey).toMatchObject({ reason: { code: "AUTH_FAILED" } });
      expect(byDevice).toEqual({ status: "fulfilled", value: { error: "invalid_grant" } });
    },
    { many: 3 },
  );
  expect(await working(actor)).toBe(0);
});
