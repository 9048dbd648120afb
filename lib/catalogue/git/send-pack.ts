import { logFailure } from "@/lib/kernel/observability/logger";
import { bandLine, FLUSH, MAX_BAND_BYTES } from "./pkt-lines";
import { writePack, type PackPlan } from "./write-pack";

const MAX_WITHDRAWN = 5;
const MAX_REASON_CHARACTERS = 200;
const BROKEN =
  "The market could not read what it stores. Try again later, or download the package from its page.\n";

/** What a person is told of versions that are not given out any more, a line each; nothing that drives a terminal. */
export function describeWithdrawn(withdrawn: readonly { version: string; reason: string }[]): string {
  return withdrawn
    .slice(-MAX_WITHDRAWN)
    .map(({ version, reason }) => {
      const said = reason
        .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
        .trim()
        .slice(0, MAX_REASON_CHARACTERS);
      return `Version ${version} was withdrawn: ${said.toWellFormed()}\n`;
    })
    .join("");
}

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
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
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
