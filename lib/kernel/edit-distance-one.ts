/**
 * Every word one slip away from `word`: a letter of `letters` left out, added or in the place of another, or
 * two swapped.
 */
export function editDistanceOne(word: string, letters: string): string[] {
  const away: string[] = [];
  for (let i = 0; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)];
    for (const letter of letters) {
      away.push(before + letter + after);
      if (after) away.push(before + letter + after.slice(1));
    }
    if (after) away.push(before + after.slice(1));
    if (after.length > 1) away.push(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  return away.filter((other) => other !== word);
}
