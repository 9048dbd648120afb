import { readThrough } from "../reading/read-through";
import { FORBIDS_AFTER, FORBIDS_BEFORE, ORDER_PHRASES } from "./order-phrases";
import { findExfiltration, findPayments, findPictures, onlySignsIn } from "./orders-to-send";

/**
 * Ways to give an agent orders against the person it works for, in the languages of the market. Each kind alone
 * is also something a text about security says; several together are an attack.
 */
export type OrderKind = "override" | "secrecy" | "exfiltration" | "payment" | "bypass";

export interface Order {
  readonly kind: OrderKind;
  readonly text: string;
  readonly start: number;
}

/** The orders in a text, in order; invisible characters and look-alikes are read through. */
export function findOrders(text: string): Order[] {
  const read = readThrough(text);
  const plain = read.text;
  const phrases: Order[] = ORDER_PHRASES.flatMap(([kind, patterns]) =>
    patterns.flatMap((pattern) =>
      Array.from(plain.matchAll(pattern), (match) => ({ kind, text: match[0].trim(), start: match.index })),
    ),
  );
  return phrases
    .concat(findExfiltration(plain), findPictures(plain), findPayments(plain))
    .filter((order) => isToldNotTo(order) || !isForbidden(plain, order))
    .filter((order) => !onlySignsIn(order))
    .map((order) => ({ ...order, start: read.offsetOf(order.start) }))
    .sort((left, right) => left.start - right.start);
}

/** "Do not tell the user" forbids by itself. */
function isToldNotTo({ kind, text }: Order): boolean {
  return (
    kind === "secrecy" &&
    /^\W*(?:do|don|never|must|no|ne|sag|informier|erwähn|verrat|不|别|切|无|请|ユ|利)/i.test(text)
  );
}

/** "Never send keys to …" is the opposite of an order to send them. */
function isForbidden(text: string, { start, text: order }: Order): boolean {
  const end = start + order.length;
  return (
    FORBIDS_BEFORE.test(text.slice(Math.max(0, start - 40), start)) ||
    FORBIDS_AFTER.test(text.slice(end, end + 20))
  );
}

export { mayHoldOrders } from "./order-phrases";
