/**
 * Unicode code points of a text without its outer white space (docs/dialects/differences.md): an emoji counts 1, so
 * does a CJK character.
 */
export function countCharacters(text: string): number {
  return countCodePoints(text.trim());
}

/** Unicode code points of a text as it stands. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/**
 * Estimated tokens of a text (VibeLife §2.3): CJK characters, plus a quarter of the other non-blank characters,
 * rounded up.
 */
export function estimateTokens(text: string): number {
  let cjk = 0;
  let other = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x20 && unit < 0x7f) {
      other += 1;
    } else if (unit > 0x7f) {
      const code = text.codePointAt(index) ?? 0;
      if (code > 0xffff) index += 1;
      if (isCjk(code)) cjk += 1;
      else if (!isBlank(code)) other += 1;
    }
  }
  return Math.ceil(cjk + other / 4);
}

/** True when a Chinese, Japanese or Korean character is among the text. */
export function hasCjk(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

function isCjk(code: number): boolean {
  return (
    code >= 0x1100 &&
    (code <= 0x11ff ||
      (code >= 0x2e80 && code <= 0xa4cf && code !== 0x3000) ||
      (code >= 0xac00 && code <= 0xd7ff) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xff00 && code <= 0xffef) ||
      (code >= 0x20000 && code <= 0x3ffff))
  );
}

function isBlank(code: number): boolean {
  return (
    code <= 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0xfeff
  );
}
