/** A class such as `\p{L}` is hundreds of ranges, copied as often as it is repeated. */
const PROPERTY_SIZE = 20;

/** One group, or the whole pattern: what stands in it so far, and what stood in it last, which may yet be repeated. */
interface Group {
  before: number;
  last: number;
}

/**
 * How many steps the program of a regular expression has, about, from its text alone: what is repeated is copied, so that
 * 20 characters can stand for millions. Finding this out takes one pass; compiling the pattern takes as long as the number
 * says. A text that is no pattern gets some number.
 */
export function patternSize(pattern: string): number {
  const open: Group[] = [];
  let group: Group = { before: 1, last: 0 };
  const add = (size: number): void => {
    group.before += group.last;
    group.last = size;
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === "\\") {
      const property = /^\\[pP]\{[^}]{0,60}\}/.exec(pattern.slice(at, at + 65))?.[0];
      add(property === undefined ? 1 : PROPERTY_SIZE);
      at += (property?.length ?? 2) - 1;
    } else if (sign === "[") {
      const end = endOfClass(pattern, at);
      add(1 + PROPERTY_SIZE * countProperties(pattern.slice(at, end)));
      at = end;
    } else if (sign === "(") {
      open.push(group);
      group = { before: 2, last: 0 };
    } else if (sign === ")") {
      const size = group.before + group.last;
      group = open.pop() ?? { before: 0, last: 0 };
      add(size);
    } else if (sign === "*" || sign === "+" || sign === "?") {
      group.last += 1;
    } else if (sign === "{") {
      const repeated = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(pattern.slice(at, at + 22));
      if (repeated === null) add(1);
      else {
        const [least, most] = [Number(repeated[1]), Number(repeated[2] ?? 0)];
        group.last = group.last * Math.max(1, least, most) + Math.max(0, most - least);
        at += repeated[0].length - 1;
      }
    } else add(1);
  }
  return open.reduce((sum, { before, last }) => sum + before + last, group.before + group.last);
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "]" && at > from + 1) return at;
  }
  return pattern.length;
}

const countProperties = (text: string) => text.match(/\\[pP]/g)?.length ?? 0;
