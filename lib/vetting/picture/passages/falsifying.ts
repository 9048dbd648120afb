import type { TurnRow } from "./turn-row";

/** Content that a passage bends, leaves out or makes up. */
export const FALSIFYING: readonly TurnRow[] = [
  {
    kind: "falsifies",
    words: [["payee"]],
    says: [/\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}\b/],
    unless: /\b(?:example|placeholder|sample|format|valid|such as|e\.g)\b/i,
    themes: ["made-up", "tests"],
    isPlain: true,
  },
  {
    kind: "falsifies",
    words: [["figure", "payee"]],
    says: [
      /\b(?:grows?|plus|add(?:s|ed)?|increases?d?|raised?s?|rounded up)\b[^.]{0,30}\b\d+(?:\.\d+)? ?%/i,
      /\blabell?ed\b|\bunder the name\b|\bhidden in\b|\bshown as\b/i,
    ],
    themes: ["made-up"],
    isPlain: true,
  },
  {
    kind: "falsifies",
    words: [["opinion", "drawback"]],
    says: [
      /\b(?:harmless|put off|covers? most|stop taking|no need (?:for|of) (?:a )?doctor|doctor need not|instead of (?:a )?doctor|better than (?:medicine|treatment))\b/i,
    ],
    unless: /\b(?:never|myth|wrong|not harmless)\b/i,
    themes: ["playing"],
  },
  {
    kind: "falsifies",
    words: [["made-to-seem"]],
    says: [
      /\b(?:sources?|citations?|references?|receipts?|quotes?|figures?|numbers?|authors?|doi|claims?|reviews?|evidence|invoices?|certificates?|results?)\b|评价|来源|数据|差评|引用|출처|수치|리뷰|근거/i,
    ],
    unless: /\b(?:never|not|only sounds|mock|test data|fixture|fiction|story)\b|不编造|不要编造|지어내지/i,
    themes: ["playing", "made-up", "tests"],
  },
  {
    kind: "falsifies",
    words: [["left-out"], ["drawback", "figure", "opinion", "rating", "reference"]],
    together: true,
    unless: /\b(?:secrets?|tokens?|passwords?|personal|api|import)\b/i,
    themes: ["playing", "made-up"],
  },
  {
    kind: "falsifies",
    words: [["left-out"]],
    says: [
      /\b(?:objections?|drawbacks?|losses|risks?|critic\w*|side effects|complaints?|negative|doubts?|rivals?|doctor|behind|weakness\w*|warnings?|against|bad (?:news|results?))\b|缺点|差评|风险|좋지 않은|단점|부작용/i,
    ],
    themes: ["playing", "made-up"],
  },
  {
    kind: "falsifies",
    words: [["favoured"]],
    says: [
      /\b(?:rules?|whatever|always|every|any|rivals?|opponents?|others|reviews say|in any case|come out|stay)\b|一律|항상|수치|결과/i,
    ],
    unless: /\b(?:no (?:maker|one|product|side)|skills first|safety|important)\b/i,
    themes: ["playing", "made-up"],
  },
  {
    kind: "falsifies",
    words: [["any-case"], ["rating", "figure", "praise", "opinion", "drawback", "reference", "promote"]],
    says: [/\b(?:headline|warm|stars?|best|ok|pass|write|say|give|label)\b|五星|好评|写|적|평점/i],
    themes: ["playing", "made-up"],
  },
  {
    kind: "falsifies",
    words: [["in-place"], ["payee", "reference", "rating", "figure", "drawback"]],
    says: [
      /\b(?:[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){2,}|copyright|idea|agreed|line labelled|labell?ed|partner id|tag=|iban|authors?)\b/i,
    ],
    unless: /\bonly if\b|\bnever\b|\bthe user (?:has|gives|asks)\b(?![^.]*in place of)/i,
    themes: ["made-up", "playing"],
  },
  {
    kind: "deceives",
    words: [["in-place", "bait", "trusted-sender"]],
    says: [
      /\bsign(?:ed)?(?: it| them)? as\b[^.]{0,40}\b(?:banks?|police|tax|support|it department|ceo|boss|government|microsoft|google|apple|paypal|insurer|court)\b/i,
      /\b(?:confirm|enter|update|verify|account|card|password)\b/i,
    ],
    themes: ["security", "playing"],
    isPlain: true,
  },
  {
    kind: "deceives",
    words: [["send", "add", "create", "bait"]],
    says: [
      /\bas (?:if|though) (?:you|it|they) (?:were|was|came from) (?:their|the|a|his|her|our)\b[^.]{0,30}\b(?:bank|service|office|shop|store|carrier|employer|manager|doctor|lawyer|police|insurer|provider|support|landlord|school)\b/i,
      /\b(?:fee|link|account|password|card|pay|confirm|due)\b/i,
    ],
    themes: ["playing", "security"],
    isPlain: true,
  },
];
