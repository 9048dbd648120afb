import { MENTIONED_ELSEWHERE, OVERRIDES_ELSEWHERE, SECRECY_ELSEWHERE } from "./order-phrases-elsewhere";

/** Phrases of orders to an agent, by what they ask of it; each also stands in texts about security. */

const OVERRIDES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|the\s+|your\s+|every\s+)*(?:of\s+)?(?:previous|prior|above|earlier|existing|system|safety|original|preceding)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?|messages?|context)/gi,
  /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:above|before|you (?:were|have been) told|in your (?:system )?(?:prompt|instructions))/gi,
  /\byou\s+are\s+now\s+(?:DAN|in\s+(?:developer|god|debug|unrestricted|jailbreak)\s+mode|unrestricted|free\s+of\s+(?:all\s+)?(?:rules|restrictions))/gi,
  /\bnew\s+(?:system\s+)?(?:instructions?|prompt|directive)s?\s*(?:supersede|override|replace)/gi,
  /^[ \t]*(?:<\|?(?:system|im_start)\|?>|\[(?:SYSTEM|INST)\]|###\s*System(?:\s+(?:prompt|message|override))?\s*:)/gim,
  /\bstop\s+(?:following|obeying)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:of\s+)?(?:previous|prior|above|earlier|existing|system|safety|original)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?)/gi,
  /\b(?:this|these)\b[^.\n]{0,40}\b(?:replaces?|supersedes?|overrides?)\s+(?:your|the|all)\s+(?:system\s+prompt|(?:previous|prior|earlier|original|system)\s+(?:instructions|prompt|rules|guidelines))/gi,
  /(?:忽略|无视|忘记|不要理会|無視|忘記|不要理會)(?:掉)?(?:之前|以上|上述|前面|先前|此前|所有|一切|任何)(?:的)?(?:所有|全部|任何|一切)?(?:的)?(?:指令|指示|说明|提示|规则|要求|内容|命令|說明|規則|內容)/g,
  /(?:이전|앞선|위의|기존|모든)\s?(?:의\s?)?(?:모든\s?)?(?:지시|명령|지침|규칙|프롬프트)\s?(?:사항|들|내용)?(?:을|를|은|는)?\s?(?:모두\s?|전부\s?)?(?:무시|잊)/g,
];
const SECRECY: readonly RegExp[] = [
  /\b(?:do\s+not|don'?t|never|must\s+not|without|avoid)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|alert(?:ing)?|warn(?:ing)?|ask(?:ing)?|disclos(?:e|ing))\s+(?:this\s+|it\s+|anything\s+|any\s+of\s+this\s+)?(?:to\s+|about\s+)?(?:the\s+)?(?:user|human|person|owner|operator|anyone)\b(?!['’]s|\s+for\s+(?!(?:\w+\s+)?(?:permission|confirmation|consent|approval))|\s+to\s+(?:paste|enter|type|share|provide|send)\b)(?:\s+(?:about|that|what|of)\s+(?:this|these|it|the\s+(?:upload|request|transfer|command|script|step|hidden)))?/gi,
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
  /(?:跳过|绕过|关闭)(?:所有|任何)?(?:安全|权限|确认)(?:检查|提示|限制|验证)/g,
];

/** Patterns of phrases for each kind that one phrase gives away. */
export const ORDER_PHRASES = [
  ["override", [...OVERRIDES, ...OVERRIDES_ELSEWHERE]],
  ["secrecy", [...SECRECY, ...SECRECY_ELSEWHERE]],
  ["bypass", BYPASSES],
] as const;

/** What turns the phrase behind it, or before it, into its opposite. */
export const FORBIDS_BEFORE =
  /(?:\b(?:never|not|don'?t|avoid|no|cannot|can'?t|won'?t|refuse\s+to|prevents?|stop)\b|切勿|不要|不得|禁止|避免|请勿|勿|别)[^.!?\n。]{0,30}$|\bwithout\b(?:(?!\band\b)[^.!?\n。]){0,30}$/i;
export const FORBIDS_AFTER = /^[^.\n]{0,12}(?:지\s?(?:마|말|않)|금지|しない|ないで)/;

/** Words without which a text holds no order; a quick look before a thorough one. */
const MENTIONS =
  /ignore|disregard|forget|overrid|bypass|instruction|system|developer|unrestricted|silently|secretly|covertly|quietly|the (?:user|human|person|owner|operator)|anyone|\.ssh|id_rsa|credential|password|secret|private|wallet|phrase|mnemonic|keypair|id\.json|balance|recipient|address|approve|bcc|lamports|funds|conversation|history|api.?key|_KEY|token|\.env|environment|cookies|!\[|忽略|无视|忘记|理会|用户|偷偷|悄悄|暗中|静默|密钥|私钥|密码|助记词|令牌|凭证|跳过|绕过|무시|잊|사용자|몰래|은밀|조용히|비밀번호|토큰|환경|시드|니모닉|복구|instruc|consigne|anweisung|regeln|usuario|utilisateur|nutzer|anwender|指示|命令|ルール|ユーザー/i;

/** False for a text that certainly holds no order. */
export function mayHoldOrders(text: string): boolean {
  return (
    MENTIONS.test(text) ||
    MENTIONED_ELSEWHERE.test(text) ||
    /[\u200b-\u200d\u2060-\u2064\uff01-\uff5e\u{1d400}-\u{1d7ff}а-яԀ-ԯα-ω]/u.test(text)
  );
}
