/** Pixels of a character of the size below, on average: the text is fitted to it by the viewer. */
const CHARACTER = 6.1;
const PADDING = 8;
const HEIGHT = 20;
const INK = "#1c1a17";
const PAPER = "#f6f1e7";

const widthOf = (text: string) => Math.round(text.length * CHARACTER) + 2 * PADDING;

/** A small picture for pages elsewhere, as SVG: a name, and what is said of it. Fonts are the viewer's own. */
export function drawBadge(name: string, said: string): string {
  const [left, right] = [widthOf(name), widthOf(said)];
  const width = left + right;
  const label = escape(`${name}: ${said}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<rect width="${width}" height="${HEIGHT}" rx="2" fill="${INK}"/>`,
    `<path d="M${left} 1h${right - 2}a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-${right - 2}z" fill="${PAPER}"/>`,
    `<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(PADDING, left, { fill: PAPER, words: name }),
    text(left + PADDING, right, { fill: INK, words: said }),
    `</g></svg>`,
  ].join("");
}

const text = (x: number, box: number, { fill, words }: { fill: string; words: string }) =>
  `<text x="${x}" y="14" fill="${fill}" textLength="${box - 2 * PADDING}">${escape(words)}</text>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (words: string) => words.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
