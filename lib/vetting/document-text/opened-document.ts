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

/** What all documents of one package may unpack to, together. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
/** The tokens of all PDF documents of one package; eight mebibytes of pages full of text have three million. */
const MAX_TOKENS = 5_000_000;

/** What may still be looked at of the documents of one package, shared by all that look. */
export class Budget {
  constructor(
    private left = MAX_UNPACKED_BYTES,
    private tokensLeft = MAX_TOKENS,
  ) {}

  /** Bytes that may still be unpacked. */
  get bytes(): number {
    return this.left;
  }

  /** Tokens that may still be read; with none left, something was not read. */
  get tokens(): number {
    return this.tokensLeft;
  }

  /** Counts one token, or is false where there may be no more. */
  takeToken(): boolean {
    if (this.tokensLeft === 0) return false;
    this.tokensLeft -= 1;
    return this.tokensLeft > 0;
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
