import { request } from "../../request";
import { until } from "../parts/until";
import { Member } from "./member";
import { fund, Wallet } from "./wallet";

const PRICE_LAMPORTS = 50_000n;
const REFUSED = 400;

/** What is bought and read in every row. */
export interface Shop {
  /** Names of a skill that costs something, and of one that does not. */
  sold: string;
  free: string;
  buyer: Wallet;
}

/** Listed, and a price of it in force: its example has run. */
const isCalled = ({ status, body }: Awaited<ReturnType<typeof request>>) =>
  status === 200 && (JSON.parse(body) as { runnable: boolean }).runnable;

/** Opens the account of a creator, with two skills that the workers have checked, and gives everybody money. */
export async function openShop(
  url: string,
  { ledgerUrl, treasury }: { ledgerUrl: string; treasury: string },
): Promise<Shop> {
  const buyer = new Wallet();
  let refusal = "";
  const ask: typeof request = async (...asked) => {
    const answer = await request(...asked);
    if (answer.status >= REFUSED) refusal = `${answer.status} ${answer.body}`;
    return answer;
  };
  const creator = await Member.join(url, ask);
  if (creator === null) throw new Error("the market opened no account", { cause: refusal });
  await fund(ledgerUrl, [buyer.address, creator.wallet.address, treasury]);
  const shop = { sold: "echo-for-sale", free: "echo-for-all" };
  for (const [name, lamports] of [
    [shop.sold, PRICE_LAMPORTS],
    [shop.free, 0n],
  ] as const) {
    const published = await creator.publish(url, ask, { name, version: "1.0.0", lamports });
    if (published === null) throw new Error(`${name} could not be published`, { cause: refusal });
    await until(`the check of ${name}`, async () => isCalled(await request(`${url}/v1/skills/${name}`)));
  }
  return { ...shop, buyer };
}
