import { logFailure } from "@/lib/kernel/observability/logger";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { formatLamportsAsSol } from "@/lib/skill-format";
import type { ServedVersion } from "./history";
import { bandLine, FLUSH, MAX_BAND_BYTES } from "./pkt-lines";
import { writePack, type PackPlan } from "./write-pack";

const MAX_WITHDRAWN = 5;
const MAX_REASON_CHARACTERS = 200;
const BROKEN =
  "The market could not read what it stores. Try again later, or download the package from its page.\n";

/**
 * What a person is told beside the pack, a line each: what the price of the newest version that is sent buys, and which
 * versions are not given out any more. Nothing in it drives a terminal.
 */
export function describeFetch(
  newest: ServedVersion | undefined,
  withdrawn: readonly { version: string; reason: string }[],
): string {
  const buys = newest === undefined ? null : priceSentence(newest);
  const price = newest === undefined || buys === null ? [] : [`${describeCost(newest)} ${buys}`];
  const gone = withdrawn
    .slice(-MAX_WITHDRAWN)
    .map(
      ({ version, reason }) => `Version ${version} was withdrawn: ${reason.slice(0, MAX_REASON_CHARACTERS)}`,
    );
  return [...price, ...gone]
    .map(
      (line) =>
        `${line
          .toWellFormed()
          .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
          .trim()}\n`,
    )
    .join("");
}

const describeCost = ({ name, version, priceLamports }: ServedVersion) =>
  `${name} ${version}: a call costs ${priceLamports} lamports (${formatLamportsAsSol(priceLamports)} SOL).`;

interface PackAnswer {
  /** What stands before the pack. */
  head: string;
  pack: PackPlan;
  words: string;
  /** The client takes pack and words beside each other. */
  hasBands: boolean;
}

/** The answer with a pack, made as fast as it is read. What fails on the way is told on the band for that. */
export function sendPack(answer: PackAnswer): ReadableStream<Uint8Array> {
  const parts = writeAnswer(answer);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* writeAnswer({ head, pack, words, hasBands }: PackAnswer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  if (!hasBands) return yield* writePack(pack);
  if (words !== "") yield bandLine(2, Buffer.from(words));
  try {
    for await (const bytes of writePack(pack))
      for (let at = 0; at < bytes.length; at += MAX_BAND_BYTES)
        yield bandLine(1, bytes.subarray(at, at + MAX_BAND_BYTES));
  } catch (error) {
    logFailure(error, {}, "a pack ended early");
    yield bandLine(3, Buffer.from(BROKEN));
  }
  yield Buffer.from(FLUSH);
}
