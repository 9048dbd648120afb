import { MENTIONED_ELSEWHERE, OVERRIDES_ELSEWHERE, SECRECY_ELSEWHERE } from "./order-phrases-elsewhere";

/**
 * Ways to give an agent orders against the person it works for, in the languages of the market. Each kind alone
 * is also something a text about security says; several together are an attack.
 */
export type OrderKind = "override" | "secrecy" | "exfiltration" | "payment" | "bypass" | "remote";

export interface Order {
  readonly kind: OrderKind;
  readonly text: string;
  readonly start: number;
}

/** Phrases of orders to an agent, by what they ask of it; each also stands in texts about security. */

const OVERRIDES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|the\s+|your\s+|every\s+)*(?:of\s+)?(?:previous|prior|above|earlier|existing|system|safety|original|preceding)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?|messages?|context)/gi,
  /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:above|before|you (?:were|have been) told|in your (?:system )?(?:prompt|instructions))/gi,
  /\byou\s+are\s+now\s+(?:DAN|in\s+(?:developer|god|debug|unrestricted|jailbreak)\s+mode|unrestricted|free\s+of\s+(?:all\s+)?(?:rules|restrictions))/gi,
  /\bnew\s+(?:system\s+)?(?:instructions?|prompt|directive)s?\s*(?:supersede|override|replace)/gi,
  /^[ \t]*(?:<\|?(?:system|im_start)\|?>|\[(?:SYSTEM|INST)\]|###\s*System(?:\s+(?:prompt|message|override))?\s*:)/gim,
  /\bstop\s+(?:following|obeying)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:of\s+)?(?:previous|prior|above|earlier|existing|system|safety|original)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?)/gi,
  /\b(?:this|these)\b[^.\n]{0,40}\b(?:replaces?|supersedes?|overrides?)\s+(?:your|the|all)\s+(?:system\s+prompt|(?:previous|prior|earlier|original|system)\s+(?:instructions|prompt|rules|guidelines))/gi,
  /\b(?:this|these)\b[^.\n]{0,60}\btakes?\s+(?:precedence|priority)\s+over\b[^.\n]{0,60}\bsystem\s+(?:instructions?|prompts?|messages?|rules)/gi,
  /\b(?:ignore|disregard)\s+(?:the\s+|any\s+|all\s+)?(?:rules|instructions|guidelines|warnings)\s+(?:of|from|in)\s+(?:all\s+|any\s+|every\s+)?(?:the\s+)?other\s+skills?\b/gi,
  /\b(?:safety|security|content)\s+(?:polic(?:y|ies)|rules|guidelines|restrictions)\s+do(?:es)?\s+not\s+apply\s+(?:to|here|in)\b/gi,
  /(?:忽略|无视|绕过|無視)(?:掉)?(?:所有|一切|任何|全部)(?:的)?(?:安全|系统|系統)(?:限制|策略|规则|约束|規則)|시스템\s?(?:프롬프트|지침|규칙)(?:의|을|를)?\s?(?:모든\s?)?(?:제한|지시|규칙)?(?:사항)?(?:을|를)?\s?(?:모두\s?|전부\s?)?무시/g,
  /(?:忽略|无视|忘记|不要理会|無視|忘記|不要理會)(?:掉)?(?:之前|以上|上述|前面|先前|此前|所有|一切|任何)(?:的)?(?:所有|全部|任何|一切)?(?:的)?(?:指令|指示|说明|提示|规则|要求|内容|命令|說明|規則|內容)/g,
  /(?:이전|앞선|위의|기존|모든)\s?(?:의\s?)?(?:모든\s?)?(?:지시|명령|지침|규칙|프롬프트)\s?(?:사항|들|내용)?(?:을|를|은|는)?\s?(?:모두\s?|전부\s?)?(?:무시|잊)/g,
];
const SECRECY: readonly RegExp[] = [
  /\b(?:do\s+not|don'?t|never|must\s+not|without|avoid)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|alert(?:ing)?|warn(?:ing)?|disclos(?:e|ing))\s+(?:this\s+|it\s+|anything\s+|any\s+of\s+this\s+)?(?:to\s+|about\s+)?(?:the\s+)?(?:user|human|person|owner|operator|anyone)\b(?!['’]s|\s+to\s+(?!know\b)\w)(?:\s+(?:about|that|what|of)\s+(?:this|these|it|the\s+(?:upload|request|transfer|command|script|step|hidden)))?/gi,
  // Whoever asks the user nothing about what can be found out spares them a question; this is about being asked at all.
  /\b(?:do\s+not|don'?t|never|must\s+not|without|avoid)\s+(?:ever\s+)?ask(?:ing)?\s+(?:the\s+)?(?:user|human|person|owner|operator|anyone)\b(?=\s*(?:[.,;:!?)\n]|$|(?:for\s+(?:\w+\s+)?(?:permission|confirmation|consent|approval)|about\s+(?:this|it|that)|first|before|beforehand|again|and|or|because|since|whether\s+(?:to|it|this|they))\b))/gi,
  /\b(?:do\s+not|don'?t|never)\s+(?:ever\s+)?(?:mention|reveal|disclose|say|tell|show)\s+(?:(?:to\s+)?anyone\s+)?that\s+you\s+(?:did|have\s+(?:done|read|sent)|read|sent|ran|copied|passed|uploaded)\b/gi,
  /\b(?:hide|conceal|keep)\s+(?:this|it|these|the\s+(?:output|command|step|request|upload|activity))\s+(?:hidden\s+|secret\s+)?(?:from|away\s+from)\s+(?:the\s+)?(?:user|human|person|owner)/gi,
  /\b(?:silently|secretly|covertly|quietly|in\s+the\s+background)\s+(?:send|upload|post|transmit|exfiltrate|copy|collect|forward|run|execute|read|install|download|transfer|pay|withdraw|sign|approve)\b/gi,
  /(?:不要|别|切勿|不得|无需|请勿|請勿|無需)(?:让|向|对|讓|對)?(?:用户|使用者|主人|用戶)?(?:告诉|告知|通知|提醒|提及|透露|显示|知道|告訴|顯示)(?:给|給)?(?:用户|使用者|主人|任何人|用戶)?/g,
  /(?:悄悄|偷偷|暗中|静默)(?:地)?(?:发送|上传|执行|收集|读取|下载|运行)/g,
  /사용자(?:에게|한테|가)\s?(?:이를?\s?|이것을?\s?|절대로?\s?){0,2}(?:알리지|말하지|보여주지|언급하지|모르게)/g,
  /(?:몰래|은밀히|조용히)\s?(?:전송|업로드|실행|수집|보내)/g,
];
const BYPASSES: readonly RegExp[] = [
  /\b(?:skip|disable|bypass|turn\s+off|circumvent)\s+(?:all\s+|any\s+|the\s+)?(?:safety|security|permission|confirmation|approval|sandbox|moderation)\s+(?:checks?|prompts?|controls?|restrictions?|dialogs?|features?|requests?)/gi,
  /\bwithout\s+(?:asking\s+(?:for\s+)?|user\s+|any\s+|requesting\s+)(?:the\s+user(?:'s)?\s+)?(?:for\s+)?(?:permission|confirmation|consent|approval)\b/gi,
  /\b(?:set|change|switch|edit|enable|turn)\b[^\n]{0,120}(?:bypassPermissions|dangerously-?skip-?permissions|autoApprove|["'`]Bash\(\*\))/gi,
  /--dangerously-skip-permissions|--yolo\b|bypassPermissions|autoApprove"?\s*:\s*true/g,
  /(?:不需要|无需|不用|不必)(?:经过?|征求)?用户(?:的)?(?:确认|同意|批准|许可)|自动批准(?:所有|全部|任何)/g,
  /사용자\s?(?:의\s?)?(?:확인|동의|승인|허락)\s?없이|(?:모두|전부|모든[^.\n]{0,12})\s?자동\s?(?:승인|허용)/g,
  /(?:跳过|绕过|关闭)(?:所有|任何)?(?:安全|权限|确认)(?:检查|提示|限制|验证)/g,
];

/** A text that its owner can change at any time gives the orders from now on. */
const REMOTE_ORDERS: readonly RegExp[] = [
  /\b(?:fetch|download|load|get|read|curl|retrieve|pull)\b[^\n]{0,60}?https?:\/\/(?=([!-(*-~]{4,200}))\1[^\n]{0,80}?\b(?:execute|run|carry\s+out|perform)\s+(?:all|every|each|any|the|whatever)\b[^.\n]{0,20}\b(?:commands?|instructions?|steps?|code)\b/gi,
  /\b(?:fetch|download|load|get|read|curl|retrieve|pull)\b[^\n]{0,60}?https?:\/\/(?=([!-(*-~]{4,200}))\1[^\n]{0,80}?\b(?:follow|obey)\s+(?:all|every|each|any|the|its|whatever)\b[^.\n]{0,40}\b(?:exactly|to\s+the\s+letter|unconditionally|without\s+(?:asking|question|confirmation))/gi,
  /\b(?:fetch|download|load|get|read|curl|retrieve|pull)\b[^\n]{0,60}?https?:\/\/(?=([!-(*-~]{4,200}))\1[^\n]{0,80}?\bdo\s+(?:exactly\s+)?what(?:ever)?\s+(?:it|they)\s+(?:says?|tells?|asks?)\b/gi,
  /(?:获取|下载|读取|拉取|访问)[^\n]{0,20}?https?:\/\/(?=([!-(*-~]{4,200}))\1[^\n]{0,40}?(?:执行|运行|严格遵守|完全按照)[^。\n]{0,12}(?:所有|全部|其中|里面)[^。\n]{0,8}(?:命令|指令|步骤|代码)/g,
  /https?:\/\/(?=([!-(*-~]{4,200}))\1[^\n]{0,40}?(?:내려받|다운로드|가져[와온]|읽[어은고])[^\n]{0,40}?(?:모든|전부|적힌|담긴)[^.\n]{0,12}(?:명령|지시|코드)[^.\n]{0,12}(?:실행|따르|수행)/g,
];

/** Patterns of phrases for each kind that one phrase gives away. */
export const ORDER_PHRASES = [
  ["override", [...OVERRIDES, ...OVERRIDES_ELSEWHERE]],
  ["secrecy", [...SECRECY, ...SECRECY_ELSEWHERE]],
  ["bypass", BYPASSES],
  ["remote", REMOTE_ORDERS],
] as const;

/** What turns the phrase behind it, or before it, into its opposite. */
export const FORBIDS_BEFORE =
  /(?:\b(?:never|not|don'?t|avoid|no|cannot|can'?t|won'?t|refuse\s+to|prevents?|stop)\b|切勿|不要|不得|禁止|避免|请勿|勿|别)[^.!?\n。]{0,30}$|\bwithout\b(?:(?!\band\b)[^.!?\n。]){0,30}$/i;
export const FORBIDS_AFTER =
  /^(?:(?![고며서]\s|[뒤후]\s)[^.\n]){0,12}(?:지\s?(?:마|말|않)|금지|しない|ないで)/;

/** Words without which a text holds no order; a quick look before a thorough one. */
const MENTIONS =
  /ignore|disregard|forget|overrid|bypass|instruction|system|developer|unrestricted|silently|secretly|covertly|quietly|the (?:user|human|person|owner|operator)|anyone|\.ssh|id_rsa|credential|password|secret|private|wallet|phrase|mnemonic|keypair|id\.json|balance|recipient|address|approve|bcc|lamports|iban|funds|conversation|history|https?:|api.?key|_KEY|token|\.env|\.aws|netrc|npmrc|mcp\.json|keychain|\.claude|that you |environment|cookies|!\[|忽略|无视|忘记|理会|用户|偷偷|悄悄|暗中|静默|密钥|私钥|密码|助记词|令牌|凭证|跳过|绕过|무시|잊|사용자|대화|자동|对话|聊天|余额|地址|safety|몰래|은밀|조용히|비밀번호|토큰|환경|시드|니모닉|복구|instruc|consigne|anweisung|regeln|usuario|utilisateur|nutzer|anwender|指示|命令|ルール|ユーザー/i;

/** False for a text that certainly holds no order. */
export function mayHoldOrders(text: string): boolean {
  return (
    MENTIONS.test(text) ||
    MENTIONED_ELSEWHERE.test(text) ||
    /[\u200b-\u200d\u2060-\u2064\uff01-\uff5e\u{1d400}-\u{1d7ff}а-яԀ-ԯα-ω]/u.test(text)
  );
}
