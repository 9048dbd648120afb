/**
 * Which page numbers a pager shows: first, last, and those around the current one; 0 stands for a gap.
 * Never more than nine entries.
 */
export function pagesToShow(page: number, pages: number): number[] {
  const near = [1, pages, page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [0, number] : [number];
  });
}
