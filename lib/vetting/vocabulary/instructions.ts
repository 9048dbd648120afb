import { readThrough } from "../reading/read-through";
import { FORBIDS_AFTER, FORBIDS_BEFORE, ORDER_PHRASES, type Order, type OrderKind } from "./order-phrases";
import { CYRILLIC_PHRASES, TOLD_NOT_TO } from "./order-phrases-elsewhere";
import { findDemandedKeys, findPayments } from "./orders-about-wallets";
import { findExfiltration, findPictures, onlySignsIn } from "./orders-to-send";

/** The orders in a text, in order; invisible characters and look-alikes are read through. */
export function findOrders(text: string): Order[] {
  const read = readThrough(text);
  const plain = read.text;
  const found = findPhrases(plain, ORDER_PHRASES)
    .concat(findExfiltration(plain), findPictures(plain), findPayments(plain), findDemandedKeys(plain))
    .filter((order) => isToldNotTo(order) || !isForbidden(plain, order))
    .filter((order) => !onlySignsIn(order))
    .map((order) => ({ ...order, start: read.offsetOf(order.start) }));
  return found
    .concat(/[\u0400-\u04ff]/.test(text) ? findPhrases(text, CYRILLIC_PHRASES) : [])
    .sort((left, right) => left.start - right.start);
}

type Phrases = readonly (readonly [OrderKind, readonly RegExp[]])[];

function findPhrases(text: string, phrases: Phrases): Order[] {
  return phrases.flatMap(([kind, patterns]) =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), (match) => ({ kind, text: match[0].trim(), start: match.index })),
    ),
  );
}

/** "Do not tell the user" forbids by itself. */
function isToldNotTo({ kind, text }: Order): boolean {
  return kind === "secrecy" && TOLD_NOT_TO.test(text);
}

/** "Never send keys to …" is the opposite of an order to send them. */
function isForbidden(text: string, { start, text: order }: Order): boolean {
  const end = start + order.length;
  return (
    FORBIDS_BEFORE.test(text.slice(Math.max(0, start - 40), start)) ||
    FORBIDS_AFTER.test(text.slice(end, end + 20))
  );
}
