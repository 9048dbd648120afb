import { sign } from "node:crypto";
import type { APIResponse, BrowserContext } from "@playwright/test";
import type { Person } from "./person";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

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
  const address = (path: string) => new URL(path, baseURL).href;
  const { request } = context;
  const ask = () => request.post(address("/api/sign-in/challenge"), { data: { address: who.address } });
  let asked = await ask();
  // All tests are one network, which may sign in so often in five minutes: on a fast machine some of them wait.
  for (; asked.status() === 429; asked = await ask()) {
    const seconds = Number(asked.headers()["retry-after"] ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
  }
  const { text } = await bodyOf<{ text: string }>(asked);
  const { csrfToken } = await bodyOf<{ csrfToken: string }>(await request.get(address("/api/auth/csrf")));
  const message = Buffer.from(text);
  const form = {
    csrfToken,
    address: who.address,
    message: message.toString("base64"),
    signature: sign(null, message, who.key).toString("base64"),
    json: "true",
  };
  await bodyOf(await request.post(address("/api/auth/callback/solana"), { form }));
}

async function bodyOf<Body>(response: APIResponse): Promise<Body> {
  if (!response.ok())
    throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as Body;
}
