import type { Market } from "@/checks/conformance/adapters/settlement/market";
import { send, signFor } from "./sell";
import type { Mode, Shop } from "./shops";

/** Hands one payment in `atOnce` times at the same moment, then once more; returns how many grants it got. */
export async function race(shop: Shop, market: Market, mode: Mode, atOnce: number): Promise<number> {
  const asked = await shop.ask();
  const raw = signFor(asked.terms, market);
  if (mode === "push") await send([{ raw }], market);
  const grants = await Promise.all(Array.from({ length: atOnce }, () => asked.pay(raw, mode)));
  grants.push(await asked.pay(raw, mode));
  return new Set(grants.filter((grant) => grant !== null)).size;
}
