import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { changeEmail, requestEmailChange } from "@/lib/identity/email/email-change";
import { createAccount, findOrCreateAccountByWallet, getAccount } from "@/lib/identity/accounts/accounts";
import { hashPassword } from "@/lib/identity/passwords/password";
import { getActorOf, newAddress, uniqueName } from "@/lib/testing/builders";

export const newEmail = () => `${uniqueName("ann")}@example.org`;

/** Whoever signed in with a wallet nobody knew: no address, no password. */
export async function walletOwner(): Promise<Actor & { address: string }> {
  const address = newAddress();
  const { username } = await findOrCreateAccountByWallet(address);
  return { ...(await getActorOf(username)), address };
}

export async function mailOwner({
  password,
  email = newEmail(),
}: { password?: string; email?: string } = {}) {
  const username = uniqueName("user");
  const { accountId } = await createAccount({ username, email, emailVerified: true });
  if (password !== undefined) {
    const passwordHash = await hashPassword(password);
    await database().account.update({ where: { id: accountId }, data: { passwordHash } });
  }
  return { actor: await getActorOf(username), email };
}

export const ask = (actor: Actor, email: unknown, clock = systemClock) =>
  requestEmailChange(actor, { email, locale: "en" }, clock);
export const confirm = (actor: Actor, token: string, clock = systemClock) =>
  changeEmail(actor, { token, locale: "en" }, clock);

export async function tokenTo(email: string): Promise<string> {
  for (const { text } of await mailsTo(email)) {
    const found = /\/settings\/email\?token=([\w-]+)/.exec(text)?.[1];
    if (found) return found;
  }
  return "";
}

export async function linkFor(actor: Actor, email = newEmail()) {
  await ask(actor, email);
  return { email, token: await tokenTo(email) };
}

export const emailOf = async ({ accountId }: Actor) => {
  const { email, emailVerified } = await getAccount(accountId);
  return [email, emailVerified];
};
