/**
 * Does one after another, each whatever becomes of those before it; throws what the first that failed has thrown, once
 * all were tried.
 */
export async function runAllSettled(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
