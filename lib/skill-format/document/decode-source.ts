import { DOCUMENT_MAX_BYTES } from "../constants";
import type { Finding } from "../issues/issue";

interface DecodedSource {
  /** Text with `\n` line ends and no byte order mark; undefined when it is no text at all. */
  text?: string;
  findings: Finding[];
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const unitDecoder = new TextDecoder("utf-16le", { ignoreBOM: true });
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** True for text that a UTF-8 file can hold: no half of a character pair stands alone. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/**
 * Bytes or text of a file as text: a byte order mark is removed with a warning, CRLF and CR read as LF,
 * invalid UTF-8 is an error. `path` is the package path findings are reported at.
 */
export function decodeSource(
  source: string | Uint8Array,
  path: string,
  maxBytes = DOCUMENT_MAX_BYTES,
): DecodedSource {
  if (source.length > maxBytes) {
    return { findings: [invalid(path, `${source.length} bytes; at most ${maxBytes} are read`)] };
  }
  const raw = typeof source === "string" ? source : decodeUtf8(source);
  if (raw === undefined || (typeof source === "string" && !isWellFormed(raw)))
    return { findings: [invalid(path, "not valid UTF-8")] };
  if (raw.includes("\0")) return { findings: [invalid(path, "holds a NUL character, so it is no text")] };
  const findings: Finding[] = [];
  let text = raw;
  if (text.startsWith("\uFEFF")) {
    text = text.slice(1);
    findings.push({
      severity: "warning",
      code: "BOM_PRESENT",
      path,
      message: "begins with a byte order mark, which was removed",
      line: 1,
    });
  }
  return { text: text.includes("\r") ? withLineFeeds(text) : text, findings };
}

/**
 * Unit by unit: replacing five million matches of a pattern takes seconds, nearly all of them the garbage collector's.
 */
function withLineFeeds(text: string): string {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) continue;
    units[length++] = unit === CARRIAGE_RETURN ? LINE_FEED : unit;
  }
  return unitDecoder.decode(units.subarray(0, length));
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function invalid(path: string, message: string): Finding {
  return { severity: "error", code: "ENCODING_INVALID", path, message };
}

/** The text byte for byte, a byte order mark and line ends included; undefined when it is no UTF-8. */
export function decodeRaw(source: string | Uint8Array | undefined): string | undefined {
  if (source === undefined || decodeSource(source, "SKILL.md").text === undefined) return undefined;
  const raw =
    typeof source === "string" ? source : new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
  return isWellFormed(raw) ? raw : undefined;
}

/**
 * UTF-8, or UTF-16 where its own mark says so; null for bytes that are neither: nothing tells which letters they are. A
 * byte order mark of UTF-8 stays.
 */
export function decodeMarked(source: string | Uint8Array): { text: string; wasOtherwise: boolean } | null {
  if (typeof source === "string") return { text: source, wasOtherwise: false };
  const [first, second] = source;
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  try {
    const text = new TextDecoder(wide ?? "utf-8", { fatal: true, ignoreBOM: true }).decode(source);
    return { text, wasOtherwise: wide !== null };
  } catch {
    return null;
  }
}
