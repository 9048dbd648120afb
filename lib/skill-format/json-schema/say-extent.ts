/** How much of something a schema wants, "at least 1 entry": the plural is the name with an s, unless it is given. */
export function sayExtent(
  bound: "at least" | "at most",
  count: number,
  name: string,
  plural = `${name}s`,
): string {
  return `must have ${bound} ${count} ${count === 1 ? name : plural}`;
}
