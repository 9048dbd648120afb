import { setTimeout as sleep } from "node:timers/promises";
import { request } from "../../request";
import type { Load } from "./load";
import { Member, post, type Given } from "./member";
import type { Shop } from "./shop";

const POLL_MS = 200;
const POLLS = 150;

/** What a row may look at to see whether the market serves: `quote` writes, `run` needs a runner, `check` a worker. */
export type Service = "quote" | "run" | "check" | "upload";

const QUICK_MS = 300;
/** An account may upload 120 times in an hour. */
const UPLOAD_MS = 1_000;

interface Try {
  everyMs: number;
  /** True when it was given. What was written is looked up at the end of the row. */
  act: () => Promise<boolean>;
}

/** How that service is tried. */
export async function serviceOf(
  kind: Service,
  url: string,
  { shop, load }: { shop: Shop; load: Load },
): Promise<Try> {
  const { ask } = load.counted;
  const input = { text: "hello" };
  if (kind === "quote") {
    const terms = { skill: shop.sold, payer: shop.buyer.address, input };
    const act = async () => {
      const made = await post(url, ask, "/v1/quotes", terms);
      const { id } = (made?.["quote"] ?? {}) as { id?: string };
      if (id !== undefined) load.acknowledged.add({ what: `quote ${id}`, path: `/v1/quotes/${id}` });
      return id !== undefined;
    };
    return { everyMs: QUICK_MS, act };
  }
  if (kind === "run") {
    const act = async () => {
      const ran = await post(url, ask, `/v1/skills/${shop.free}/run`, { input });
      return (ran?.["run"] as { state?: string } | undefined)?.state === "DONE";
    };
    return { everyMs: QUICK_MS, act };
  }
  return { everyMs: UPLOAD_MS, act: await publishing(url, load, { untilChecked: kind === "check" }) };
}

/** Publishes the next version of a skill of its own. */
async function publishing(
  url: string,
  { counted: { ask }, acknowledged }: Load,
  { untilChecked }: { untilChecked: boolean },
): Promise<() => Promise<boolean>> {
  const member = await Member.join(url, ask);
  if (member === null) throw new Error("the market opened no account");
  const { headers, accountId } = member;
  const name = `probe-${accountId.replace("_", "-")}`;
  let versions = 0;
  return async () => {
    const skill = { name, version: `1.0.${versions++}`, lamports: 0n };
    const uploaded = await member.publish(url, ask, skill);
    if (uploaded === null) return false;
    const path = `/v1/skills/versions/${String(uploaded["version_id"])}/vetting-status`;
    const shows = (body: Given) => body["vetting_status"] === "approved";
    acknowledged.add({ what: `${name} ${skill.version}`, path, headers, shows });
    for (let i = 0; i < (untilChecked ? POLLS : 0); i++) {
      const { body } = await request(url + path, { headers });
      if (shows(JSON.parse(body) as Given)) return true;
      await sleep(POLL_MS);
    }
    return !untilChecked;
  };
}
