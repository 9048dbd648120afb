/** Turns offsets into 1-based line numbers; `\n`, `\r\n` and `\r` end a line. */
export interface LineIndex {
  lineAt(offset: number): number;
}

export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return { lineAt: (offset) => lastAtOrBefore(starts, offset) + 1 };
}

/** Position of the greatest number that is not above `value` in a rising list; 0 if all are above. */
function lastAtOrBefore(rising: readonly number[], value: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
