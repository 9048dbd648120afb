import { argumentStrings, argumentTokens } from "../reading/code/code-index";
import type { CodeUnit } from "../reading/units";
import { findAddresses } from "../vocabulary/hosts";
import { isSendingCall } from "../vocabulary/network-calls";
import type { Purpose } from "./purpose";

const MAX_LOOPS = 40;
/** `pool.map(ask, range(100000))` */
const MAPS = /(?:^|\.)(?:map|imap|imap_unordered|starmap|map_async)$/;

/** Many requests in a loop, or by a pool, to a host that the skill does not name: the host, and where. */
export function findFlood({ index }: CodeUnit, purpose: Purpose): { object: string; token: number }[] {
  const { tokens } = index;
  if (tokens.some(({ text }) => /^(?:sleep|setTimeout|wait|delay|break|rate_limit|Semaphore)$/.test(text)))
    return [];
  const mapped = index.references.find(
    ({ call, names }) =>
      call !== null &&
      names.some((name) => MAPS.test(name)) &&
      argumentTokens(index, call).some(
        ({ text }) => /^[\d_]{4,12}$/.test(text) && Number(text.replaceAll("_", "")) >= 1000,
      ),
  );
  const asked = mapped && index.references.find(({ call, names }) => call !== null && isSendingCall(names));
  if (mapped !== undefined && asked !== undefined) {
    const host = tokens
      .flatMap(({ kind, text }) => (kind === "string" && text.includes("://") ? findAddresses(text) : []))
      .find((address) => !purpose.names(address.host))?.host;
    if (host !== undefined) return [{ object: host, token: asked.token }];
  }
  let loops = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "name" || (token.text !== "while" && token.text !== "for")) continue;
    const head = tokens.slice(at + 1, at + 12).map(({ text }) => text);
    const endless =
      token.text === "while" &&
      /^(?:\(?(?:True|true|1)\)?)$/.test(head.slice(0, head[0] === "(" ? 2 : 1).join(""));
    const many =
      token.text === "for" &&
      head.some((text) => /^[\d_]{4,}$/.test(text) && Number(text.replaceAll("_", "")) >= 1000);
    if (!endless && !many) continue;
    if (++loops > MAX_LOOPS) break;
    const sink = index.references.find(
      ({ token: place, call, names }) =>
        place > at && place < at + 120 && call !== null && isSendingCall(names),
    );
    if (sink?.call === null || sink === undefined) continue;
    const host = argumentStrings(index, sink.call)
      .concat(tokens.flatMap(({ kind, text }) => (kind === "string" && text.includes("://") ? [text] : [])))
      .flatMap(findAddresses)[0]?.host;
    if (host !== undefined && !purpose.names(host)) return [{ object: host, token: sink.token }];
  }
  return [];
}
