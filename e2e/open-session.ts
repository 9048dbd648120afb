import { sign } from "node:crypto";
import type { APIResponse, BrowserContext } from "@playwright/test";
import type { Person } from "./person";
import { postFromElsewhere } from "./post-from-elsewhere";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

/** Addresses that sign in here: each may so often in five minutes, and on a fast machine the tests are done in less. */
const OF_SESSIONS = { first: 11, count: 8 };

/**
 * Signs a person in as the page /sign-in does, without the page: their wallet signs the market's question, and this
 * browser remembers it. `sign-in.spec.ts` goes through the page itself. Throws what the market answers instead.
 */
export async function openSession(
  context: BrowserContext,
  baseURL: string | undefined,
  who: Person,
): Promise<void> {
  await installTestWallet(context, who);
  await context.addInitScript((name) => {
    if (location.protocol.startsWith("http")) localStorage.setItem("emporion-wallet", name);
  }, WALLET_NAME);
  const address = (path: string) => new URL(path, baseURL);
  const { request } = context;
  const text = await askForQuestion(context, address("/api/sign-in/challenge"), who);
  const csrf = await request.get(address("/api/auth/csrf").href);
  const { csrfToken } = await bodyOf<{ csrfToken: string }>(csrf);
  const message = Buffer.from(text);
  const form = {
    csrfToken,
    address: who.address,
    message: message.toString("base64"),
    signature: sign(null, message, who.key).toString("base64"),
    json: "true",
  };
  await bodyOf(await request.post(address("/api/auth/callback/solana").href, { form }));
}

/** The text to sign; the cookie that its answer needs is given to the browser. */
async function askForQuestion(context: BrowserContext, address: URL, who: Person): Promise<string> {
  const last = OF_SESSIONS.first + (parseInt(who.seedHex.slice(0, 6), 16) % OF_SESSIONS.count);
  const sent = { address: who.address };
  const { status, cookies, body } = await postFromElsewhere<{ text: string }>(last, address, sent);
  if (status !== 200) throw new Error(`${address.href} answered ${status}: ${JSON.stringify(body)}`);
  for (const cookie of cookies) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    await context.addCookies([{ name, value, url: address.origin }]);
  }
  return body.text;
}

async function bodyOf<Body>(response: APIResponse): Promise<Body> {
  if (!response.ok())
    throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as Body;
}
