interface Keeping<Answer> {
  keepMs: number;
  /** How many answers are kept; the oldest goes first. */
  most: number;
  /** What costs little is found anew for everybody who asks. */
  worthKeeping: (answer: Answer) => boolean;
}

/**
 * Keeps answers whose cost grows with the market for a few seconds in this process. Who asks while the same answer is being found waits
 * for that one: a crowd costs as much as one. A failure is told to all who waited, and kept for nobody.
 */
export function keptAnswers<Answer>({ keepMs, most, worthKeeping }: Keeping<Answer>) {
  const kept = new Map<string, { answer: Answer; until: number }>();
  const underWay = new Map<string, Promise<Answer>>();

  async function findAnew(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const answer = await find();
    kept.delete(key);
    if (worthKeeping(answer)) keep(key, { answer, until: now.getTime() + keepMs });
    return answer;
  }

  function keep(key: string, entry: { answer: Answer; until: number }): void {
    const oldest = kept.keys().next();
    if (kept.size >= most && !oldest.done) kept.delete(oldest.value);
    kept.set(key, entry);
  }

  return function answer(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const found = kept.get(key);
    if (found && found.until > now.getTime()) return Promise.resolve(found.answer);
    const begun = underWay.get(key);
    if (begun) return begun;
    const finding = findAnew(key, now, find).finally(() => underWay.delete(key));
    underWay.set(key, finding);
    return finding;
  };
}
