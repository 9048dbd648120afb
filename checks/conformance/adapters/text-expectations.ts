import { show } from "../runner/compare";

/** The entries of a list of texts, or one text alone; [] when there is none. */
export function textsOf(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/** `has` and `lacks`: texts that must, and must not, be in a text. */
export function compareText(text: string, { has, lacks }: { has?: unknown; lacks?: unknown }): string[] {
  return [
    ...textsOf(has)
      .filter((part) => !text.includes(part))
      .map((part) => `lacks ${show(part)} in ${show(text)}`),
    ...textsOf(lacks)
      .filter((part) => text.includes(part))
      .map((part) => `holds ${show(part)}`),
  ];
}

/** `lacks_lines`: whole lines that must not be among the lines. */
export function compareLines(lines: readonly string[], lacks: unknown): string[] {
  return textsOf(lacks)
    .filter((line) => lines.includes(line))
    .map((line) => `holds the line ${show(line)}`);
}
