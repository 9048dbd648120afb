import { UNASKED, type TurnRow } from "./turn-row";

/** Rules that a passage sets aside, and secrets that it asks for. */
export const COMMANDING: readonly TurnRow[] = [
  {
    kind: "sets-rules-aside",
    words: [["void"], ["limits"]],
    together: true,
    unless:
      /\b(?:tax|discount|price|pricing|shipping|coupon|rate|licen[cs]e|css|eslint|lint|firewall|clause|contract|law|legal|regex|selector|type)\b/i,
    themes: ["security", "playing"],
    isPlain: true,
  },
  {
    kind: "sets-rules-aside",
    words: [["limitless"]],
    least: 2,
    says: [
      /\b(?:you are|you're|persona|character|voice|narrator|speaks?|mode|never|policies|without|researchers?|begs|stays?|answers?)\b|你现在是|角色|당신은|역할/i,
    ],
    unless: /\b(?:retry|tests?|build|loop|script|pipeline|ci)\b/i,
    themes: [],
    isPlain: true,
  },
  {
    kind: "sets-rules-aside",
    words: [["limitless"]],
    says: [
      /\b(?:you are|you're|persona|character|voice|narrator|speaks?|mode|never|policies|without|researchers?|begs|stays?|answers?)\b|你现在是|角色|당신은|역할/i,
    ],
    unless: /\b(?:retry|tests?|build|loop|script|pipeline|ci)\b/i,
    themes: ["playing"],
    isPlain: true,
  },
  {
    kind: "sets-rules-aside",
    words: [["rank"]],
    says: [
      /\b(?:this skill|you|waived|suspended|lifted|no longer|ranks? above|instructions|restrictions|confidential\w*|user)\b|用户|사용자/i,
    ],
    unless: /\b(?:css|z-index|docker|server|website|site|database|page)\b/i,
    themes: ["security"],
    isPlain: true,
  },
  {
    kind: "sets-rules-aside",
    words: [["prompts"], ["answers-yes"]],
    unless: /\bnever\b|\bno formality\b/i,
    themes: ["security"],
    isPlain: true,
  },
  {
    kind: "asks-for-secrets",
    words: [["given-away"], ["secret"]],
    says: [
      /\b(?:need|ask|have|should|must|paste|type|store|keep|needs?|give|send|tell|read)\b|받아|입력|提供|索取|输入/i,
    ],
    unless:
      /\b(?:if (?:a|the|any|some) (?:user|person|customer)|placeholder|example|redact\w*|masked|never needed|nobody|their own browser)\b/i,
    themes: ["security"],
    isPlain: true,
  },
  {
    kind: "sets-rules-aside",
    words: [["all"]],
    says: [
      /\b(?:every|all|any) (?:tool calls?|commands?|actions?|prompts?) (?:is|are|gets?) (?:allowed|approved|accepted|permitted)\b|\b(?:allow|approve|accept) (?:every|all|any) (?:tool calls?|commands?|actions?|prompts?)\b/i,
    ],
    unless: /\b(?:never|sandbox|container|test|deny|review)\b/i,
    themes: ["security", "settings"],
  },
  {
    kind: "acts-in-name",
    words: [["spend"]],
    says: [
      /\b(?:(?:stored|saved|default|usual) (?:\w+ )?(?:card|payment|wallet)|card on file|payment method)\b/i,
      UNASKED,
    ],
    themes: [],
    isPlain: true,
  },
  {
    kind: "hides-itself",
    words: [["collect", "add", "private", "talk"]],
    says: [
      /\b(?:users?|they|owner|he|she|people) (?:does|do|will|can|should|must|need)(?:n['’]t| ?not) (?:see|know|notice|find|be aware|look|hear)\b|不让用户看到|用户看不到|사용자가 (?:볼 수 없|모르)/i,
      /\b(?:note|record|log|track|list|keep|watch|store|save|file|copy|send)\w*\b|记录|기록|저장/i,
    ],
    unless:
      /\b(?:raw|json|internal|debug|implementation|technical|stack traces?|errors?|ids?|jargon|spinner|loading|screen readers?)\b/i,
    themes: ["playing", "security"],
  },
  {
    kind: "exhausts",
    words: [["all"]],
    says: [
      /\ball (?:the |available )?(?:cores|cpus?|memory|threads|gpus?|bandwidth)\b/i,
      /\bnever (?:stop|end|kill|quit)s?\b|\bbackground\b|\bkeep (?:it|them) (?:running|going)\b/i,
    ],
    themes: ["load"],
  },
];
