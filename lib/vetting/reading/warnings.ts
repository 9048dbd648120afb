/** Words of a document that shows something in order to warn of it. */
const WARNING =
  /\b(?:never|do(?:es)? not|don'?t|avoid|malicious|attack(?:er|s)?|dangerous|unsafe|insecure|vulnerab\w*|exploit\w*|forbidden|block(?:s|ed)?|detect(?:s|ed|ion)?|den(?:y|ied)|reject(?:s|ed)?|threat|suspicious|injection|anti-?pattern|bad|wrong|red flags?|guardrails?|veto(?:es|ed)?|destructive patterns?|accidental(?:ly)?|security (?:scan|review|audit|check)|payloads?)\b|❌|🚫|⚠|不要|禁止|切勿|避免|恶意|危险|攻击|금지|하지\s?마|위험|악성|공격/i;
const WARNING_REACH = 600;

/** True if the last heading, the lines right before or the line itself say that this is a thing to beware of. */
export function isDiscussed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - WARNING_REACH), start);
  const paragraph = before.slice(
    Math.max(before.lastIndexOf("\n#"), before.lastIndexOf("\n\n", before.length - 3), 0),
  );
  const headings = before.split("\n").filter((line) => line.startsWith("#"));
  const [own = ""] = text.slice(start, start + WARNING_REACH).split("\n", 1);
  return [paragraph, headings.at(-1) ?? "", own].some((part) => WARNING.test(part));
}
