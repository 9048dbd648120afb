/** What the work comes to, or `tooSlow` thrown once the time is over; the work itself is not stopped. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, tooSlow: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), limitMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
