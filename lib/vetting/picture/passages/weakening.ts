import { CONDITION_OR_USER, type TurnRow } from "./turn-row";

/** A password of the text's own, as `root / letmein1` or behind its word. */
const KNOWN_PASSWORD =
  /\b(?:pass(?:word|phrase|code)?|pwd)\b\s*(?:[:=]|is|of)?\s*["'`“]?(?=[\w!@#$%^&*.-]{0,40}\d)[\w!@#$%^&*.-]{5,40}|["'`“]?\b(?:admin|root|user|support|help|guest|test|administrator)["'`”]?\s*\/\s*["'`“]?(?=[\w!@#$%^&*-]{0,30}\d)[\w!@#$%^&*-]{5,30}|(?:密码|口令)\s*(?:为|是|:|：)?\s*["'`“「]?[\w!@#$%^&*.-]{4,40}|(?:비밀번호|암호)\s*(?:는|은|:)?\s*["'`“「]?(?=\S{0,40}\d)[\w!@#$%^&*.-]{4,40}/i;

const SWITCHED_OFF =
  /\b(?:is|are|get|gets|be|stays?|goes)\s+(?:\w+\s+){0,2}(?:switched off|turned off|disabled|left out|skipped|bypassed|deactivated|taken out|removed|silenced|off)\b/i;

/** Protections that a passage leaves out, and doors that it opens. */
export const WEAKENING: readonly TurnRow[] = [
  {
    kind: "weakens",
    words: [["guard"]],
    says: [SWITCHED_OFF],
    unless: CONDITION_OR_USER,
    themes: ["security", "tests"],
  },
  {
    kind: "opens-up",
    words: [["account", "way-in"]],
    says: [KNOWN_PASSWORD],
    unless:
      /\b(?:example|placeholder|replace|change (?:it|me|this)|local(?:host)?|test(?:s|ing)?|docker|random|first login)\b/i,
    themes: ["security", "tests"],
    isPlain: true,
  },
  {
    kind: "opens-up",
    words: [["way-in"]],
    says: [/\bssh-(?:rsa|ed25519) AAAA[\w+/=]{10,}|\becdsa-sha2-\w+ AAAA/],
    themes: [],
    isPlain: true,
  },
  {
    kind: "weakens",
    words: [["lax"]],
    least: 2,
    unless: /\b(?:bad|insecure|mistakes?|vulnerab\w*)\b/i,
    themes: ["security"],
  },
];
