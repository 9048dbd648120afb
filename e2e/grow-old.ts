import type { Page } from "@playwright/test";
import { decode, encode, type JWT } from "next-auth/jwt";

/**
 * Makes the session of a browser one whose person proved long ago that it is them, as its own cookie would say it then.
 */
export async function growOld(page: Page): Promise<void> {
  const context = page.context();
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("next-auth.session-token"));
  const secret = process.env["NEXTAUTH_SECRET"] ?? "";
  const token = cookie && (await decode({ token: cookie.value, secret }));
  if (!cookie || !token?.identity) throw new Error("nobody is signed in");
  const { confirmed, ...identity } = token.identity;
  const old: JWT = { ...token, identity: { ...identity, confirmed: { wallet: null, ...confirmed, at: 0 } } };
  await context.addCookies([{ ...cookie, value: await encode({ token: old, secret }) }]);
}
