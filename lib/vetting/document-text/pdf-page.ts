import type { Budget } from "./opened-document";
import { spell, type PdfFont } from "./pdf-fonts";
import { readPdfTokens, type PdfToken } from "./pdf-tokens";

/** What a page shows, and what stands on it without being seen. */
export interface PdfPage {
  readonly visible: string;
  readonly invisible: string;
  /** False if a font does not say what its codes mean. */
  readonly complete: boolean;
}

const PLAIN: PdfFont = { bytesPerCode: 1, letters: new Map(), isReadable: true };
/** A gap between two pieces of a text, in thousandths of its size, that stands for a space. */
const WORD_GAP = -150;

/** Reads the texts of a page as its operators show them; `second` chooses another font where several have one name. */
export function readPdfPage(
  content: string,
  fonts: ReadonlyMap<string, readonly PdfFont[]>,
  budget: Budget,
  second = 0,
): PdfPage {
  const writer = new PageWriter();
  let operands: PdfToken[] = [];
  let font = PLAIN;
  let complete = true;
  const show = (token: PdfToken) => {
    writer.write(spell(token.text, font));
    if (!font.isReadable) complete = false;
  };
  for (const token of readPdfTokens(content, budget)) {
    if (token.kind !== "word") {
      operands.push(token);
      if (operands.length > 20_000) operands = operands.slice(-10_000);
      continue;
    }
    const numbers = operands.flatMap(({ kind, text }) => (kind === "number" ? [Number(text)] : []));
    switch (token.text) {
      case "Tf": {
        const list = fonts.get(operands.findLast(({ kind }) => kind === "name")?.text ?? "") ?? [];
        font = list[second] ?? list[0] ?? PLAIN;
        writer.size = numbers.at(-1) ?? 1;
        break;
      }
      case "Tj":
      case "'":
      case '"':
        if (token.text !== "Tj") writer.line();
        operands.filter(isText).slice(-1).forEach(show);
        break;
      case "TJ":
        for (const each of operands) {
          if (isText(each)) show(each);
          else if (each.kind === "number" && Number(each.text) < WORD_GAP) writer.write(" ");
        }
        break;
      case "Td":
      case "TD":
        writer.move(numbers.at(-2) ?? 0, numbers.at(-1) ?? 0);
        break;
      case "Tm":
        writer.put({ scale: numbers[0] ?? 1, across: numbers.at(-2) ?? 0, height: numbers.at(-1) ?? 0 });
        break;
      case "T*":
        writer.line();
        break;
      case "BT":
        writer.put({ scale: 1, across: 0, height: 0 });
        break;
      case "Tr":
        writer.isUndrawn = numbers.at(-1) === 3 || numbers.at(-1) === 7;
        break;
      case "g":
      case "rg":
      case "k":
      case "sc":
      case "scn":
        writer.isWhite = isWhite(token.text, numbers);
        break;
      default:
    }
    operands = [];
  }
  return { ...writer.read(), complete };
}

const isText = ({ kind }: PdfToken) => kind === "string" || kind === "hex";

function isWhite(operator: string, numbers: readonly number[]): boolean {
  if (numbers.length === 0) return false;
  return operator === "k" || numbers.length === 4
    ? numbers.every((number) => number === 0)
    : numbers.every((number) => number >= 0.99);
}

/** So many letters at once may be a piece of a word that the next piece goes on with; more are a word. */
const LETTERS_OF_PIECE = 2;
/** The widest letters, in sizes of the font. */
const WIDEST = 1.15;

/** Puts the pieces of a page one after the other, a line for each height. */
class PageWriter {
  isUndrawn = false;
  isWhite = false;
  size = 1;
  private readonly visible: string[] = [];
  private readonly invisible: string[] = [];
  private place: Place = { scale: 1, across: 0, height: 0 };
  private last: Place & { readonly letters: number } = { ...this.place, letters: 0 };
  private moved = false;

  write(text: string): void {
    const out = this.isUndrawn || this.isWhite ? this.invisible : this.visible;
    if (this.moved) out.push(this.gap());
    out.push(text);
    this.last = { ...this.place, letters: text.length };
    this.moved = false;
  }

  /** `Td`: from the start of the line. */
  move(across: number, by: number): void {
    const { scale, height } = this.place;
    this.put({ scale, across: this.place.across + across * scale, height: height + by });
  }

  put(place: Place): void {
    this.place = place;
    this.moved = true;
  }

  line(): void {
    this.move(0, -1);
  }

  read(): { visible: string; invisible: string } {
    return { visible: this.visible.join(""), invisible: this.invisible.join("") };
  }

  /** Programs that place each letter write their spaces as letters too. */
  private gap(): string {
    const { last, place } = this;
    if (last.height !== place.height) return "\n";
    const widths = (place.across - last.across) / (Math.abs(this.size * place.scale) || 1);
    const goesOn = last.letters > 0 && last.letters <= LETTERS_OF_PIECE && widths <= WIDEST * last.letters;
    return goesOn && widths >= 0 ? "" : " ";
  }
}

/** Where a piece starts: the size of a unit, and its place across and up the page. */
interface Place {
  readonly scale: number;
  readonly across: number;
  readonly height: number;
}
