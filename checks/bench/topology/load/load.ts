import { setTimeout as sleep } from "node:timers/promises";
import type { Made } from "../../crash/assert-outcome";
import { Buyer, WAYS, type Way } from "../../crash/buyers";
import { Acknowledged } from "./acknowledged";
import { Counted } from "./counted";
import { Member, post, type Given } from "./member";
import type { Shop } from "./shop";

/** Whoever sends a payment and leaves would keep the end of the row waiting for the end of their quote. */
const BOUGHT_IN: readonly Way[] = WAYS.filter((way) => !way.endsWith("leave"));
const BUYERS = 2;
const READERS = 2;
const PAUSE_MS = 100;
/** Each new member is an account, a check and a place in the limits of an address. */
const JOIN_EVERY_MS = 1_000;
const STARS = 5;

/** People who buy, join, review, publish and read at the same time, until they are told to stop. */
export class Load {
  readonly counted = new Counted();
  readonly acknowledged = new Acknowledged();
  readonly made: Made[] = [];
  readonly #over = new AbortController();
  readonly #lanes: Promise<void>[];
  readonly #buyer: Buyer;
  #turn = 0;
  /** A skill that the market has said yes to: the next member gives it stars. */
  #published: string | undefined;

  constructor(
    private readonly url: string,
    private readonly shop: Shop,
  ) {
    this.#buyer = new Buyer(shop.buyer, url, shop.sold, this.counted.ask);
    this.#lanes = [
      ...Array.from({ length: BUYERS }, () => this.#repeat(() => this.#buy(), PAUSE_MS)),
      ...Array.from({ length: READERS }, () => this.#repeat(() => this.#read(), PAUSE_MS)),
      this.#repeat(() => this.#join(), JOIN_EVERY_MS),
    ];
  }

  /** Ends it; purchases under way are brought to their end. */
  async end(): Promise<void> {
    this.#buyer.killing = false;
    this.#over.abort();
    await Promise.all(this.#lanes);
  }

  /** What a request was failed for is counted where it was sent; then the next one comes. */
  async #repeat(act: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.#over.signal.aborted) {
      await act();
      await sleep(pauseMs);
    }
  }

  async #buy(): Promise<void> {
    const way = BOUGHT_IN[this.#turn++ % BOUGHT_IN.length] ?? "pull";
    const purchase = await this.#buyer.buy(way);
    this.made.push({ ...purchase, way });
    if (purchase.ended) return;
    this.acknowledged.add({
      what: `the receipt of ${way} ${purchase.quoteId}`,
      path: `/v1/receipts/${purchase.receiptId}`,
    });
  }

  /** Joins, gives stars, and publishes. What was not said yes to is not asked again: somebody else comes. */
  async #join(): Promise<void> {
    const { url, acknowledged } = this;
    const { ask } = this.counted;
    const member = await Member.join(url, ask);
    if (member === null) return;
    const { accountId, headers } = member;
    const what = `account ${accountId}`;
    const isIt = (body: Given) => body["account_id"] === accountId;
    acknowledged.add({ what, path: "/v1/account", headers, shows: isIt });
    await this.#giveStars(member);
    const name = `echo-${accountId.replace("_", "-")}`;
    const published = await member.publish(url, ask, { name, version: "1.0.0", lamports: 0n });
    if (published === null) return;
    this.#published = name;
    const version = String(published["version_id"]);
    const path = `/v1/skills/versions/${version}/vetting-status`;
    const isChecked = (body: Given) => body["vetting_status"] === "approved";
    acknowledged.add({ what: `version ${version}`, path, headers, shows: isChecked });
  }

  async #giveStars({ accountId, headers }: Member): Promise<void> {
    const skill = this.#published;
    if (skill === undefined) return;
    this.#published = undefined;
    const path = `/v1/skills/${skill}/reviews`;
    const review = { rating: STARS, text: `By ${accountId}` };
    const written = await post(this.url, this.counted.ask, path, review, headers);
    if (written === null) return; // it is not checked yet
    const id = String(written["review_id"]);
    const isIn = (body: Given) => (body["results"] as { id: string }[]).some((each) => each.id === id);
    this.acknowledged.add({ what: `stars ${id}`, path, shows: isIn });
  }

  async #read(): Promise<void> {
    const { sold, free } = this.shop;
    const addresses = ["/", `/skills/${sold}`, "/v1/agent/search?q=text", "/v1/skills", `/v1/skills/${free}`];
    const address = addresses[this.#turn++ % addresses.length] ?? "/";
    await this.counted.ask(this.url + address).catch(() => null);
    if (address !== "/") return;
    await post(this.url, this.counted.ask, `/v1/skills/${free}/run`, { input: { text: "hello" } });
  }
}
