import { logger } from "@/lib/kernel/observability/logger";

interface Keeping<Answer> {
  keepMs: number;
  /** How many answers are kept; the oldest goes first. */
  most: number;
  /** What costs little is found anew for everybody who asks. */
  worthKeeping: (answer: Answer) => boolean;
  /** Without it nobody is given an answer older than `keepMs`. */
  older?: OlderAnswers<Answer>;
}

/** When somebody is given an older answer, while the same is found anew behind it. */
interface OlderAnswers<Answer> {
  /** Never one older than this. */
  upToMs: number;
  /** Before this age the same is not found anew: what everybody asks for would be counted without end. */
  anewAfterMs: number;
  /** Asked each time, with when it was found; what it costs is what the one who asks waits for. */
  isGoodEnough: (answer: Answer, foundAt: Date) => boolean | Promise<boolean>;
}

interface Kept<Answer> {
  answer: Answer;
  foundAt: Date;
}

/**
 * Keeps answers whose cost grows with the market for a while in this process. Who asks while the same answer is being
 * found waits for that one: a crowd costs as much as one. With `older`, only the first waits, and whoever comes when
 * nobody has asked for long. A failure is told to all who waited, and kept for nobody.
 */
export function staleWhileRevalidate<Answer>({ keepMs, most, worthKeeping, older }: Keeping<Answer>) {
  const kept = new Map<string, Kept<Answer>>();
  const underWay = new Map<string, Promise<Answer>>();

  async function findAnew(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const answer = await find();
    kept.delete(key);
    if (worthKeeping(answer)) keep(key, { answer, foundAt: now });
    return answer;
  }

  function keep(key: string, entry: Kept<Answer>): void {
    const oldest = kept.keys().next();
    if (kept.size >= most && !oldest.done) kept.delete(oldest.value);
    kept.set(key, entry);
  }

  function begin(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const finding = findAnew(key, now, find).finally(() => underWay.delete(key));
    underWay.set(key, finding);
    // Perhaps nobody waits for it.
    if (older) finding.catch((error: unknown) => logger.warn({ err: error, key }, "not found anew"));
    return finding;
  }

  return async function answer(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const found = kept.get(key);
    const ageMs = found ? ageOf(found.foundAt, now, keepMs) : Infinity;
    if (found && ageMs < keepMs) return found.answer;
    const findNow = () => underWay.get(key) ?? begin(key, now, find);
    if (!found || !older || ageMs >= older.upToMs) return findNow();
    if (ageMs >= older.anewAfterMs) void findNow();
    return (await older.isGoodEnough(found.answer, found.foundAt)) ? found.answer : findNow();
  };
}

/** Whoever asked a moment before it was found has it at once; one found later still is of a clock that was set back. */
function ageOf(foundAt: Date, now: Date, keepMs: number): number {
  const ageMs = now.getTime() - foundAt.getTime();
  return ageMs < -keepMs ? Infinity : ageMs;
}
