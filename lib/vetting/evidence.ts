const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const SECRET =
  /\b(?:(?:sk|pk|rk|ghp|gho|ghs|github_pat|xox[abp]|glpat|npm|AKIA|AIza)[\w-]{8,}|[A-Za-z0-9+/_-]{40,})/g;
const SHOWN_CHARACTERS = 200;
const SHOWN_OF_SECRET = 6;

/** A piece of a package made safe to print: one line, cut, invisible characters as escapes, long secrets masked. */
export function showEvidence(text: string): string {
  const line = text
    .slice(0, SHOWN_CHARACTERS * 4)
    .replace(/\s+/g, " ")
    .trim();
  const masked = line.replace(SECRET, (secret) => `${secret.slice(0, SHOWN_OF_SECRET)}…`);
  const shown = Array.from(masked).slice(0, SHOWN_CHARACTERS).join("");
  const escaped = shown.replace(INVISIBLE, (unit) => `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length < masked.length || text.length > SHOWN_CHARACTERS * 4 ? `${escaped}…` : escaped;
}
