import type { PackageFile } from "@/lib/package";

/** A document of a package that is no text itself, as far as it could be read. */
export interface OpenedDocument {
  readonly path: string;
  /**
   * What it says and carries, each under `document.docx!/part`; texts as they are read, what they conceal as comments.
   */
  readonly parts: readonly PackageFile[];
  readonly deeds: readonly Deed[];
  readonly unread: readonly Unread[];
}

/** Something that a program does when it opens the document. */
export interface Deed {
  readonly message: string;
  /** False for what many honest documents do too. */
  readonly grave: boolean;
  readonly evidence: string;
}

/** A part that was not read, and why. */
export interface Unread {
  readonly message: string;
  /**
   * True for a way in which documents are kept from being read, false for what is only out of reach: a scan, an
   * old format.
   */
  readonly grave: boolean;
}

/** Deflate unpacks no byte to more. */
const MAX_RATIO = 1032;
const MAX_WASTE = 1024 * 1024;

/** Bytes that may still be unpacked out of one package, shared by all that unpack. */
export class Budget {
  constructor(private left: number) {}

  get bytes(): number {
    return this.left;
  }

  take(bytes: number): void {
    this.left = Math.max(0, this.left - bytes);
  }

  /**
   * What is unpacked in vain costs time all the same, and nobody says how much it was: a thousand bombs in one document
   * end soon.
   */
  waste(packedBytes: number): void {
    this.take(Math.min(packedBytes * MAX_RATIO, MAX_WASTE));
  }
}

/** Text that a document does not show, as `readMarkdown` knows it. */
export function concealed(text: string): string {
  return `\n<!-- ${text.replaceAll("--", "- -")} -->\n`;
}

/** Text that a document shows: nothing in it opens a comment. */
export function shown(text: string): string {
  return text.replaceAll("<!--", "< !--");
}
