import type { Purpose } from "../purpose";
import { has } from "../step-words";
import type { Step } from "../steps";
import { says, tells, type Frame } from "./told";

const DOES =
  /\bcarry (?:them|it|those|these|this|that) out\b|\b(?:follow|obey|carry out|execute|exec|run|perform|act on|comply with|do|evaluate|eval|apply|interpret|continue (?:from|with)|(?:hand|pass|give|feed)(?=[^;]{0,60} (?:in)?to (?:an? |the )?`?(?:eval|exec|bash|sh|shell|interpreter|terminal|python|node)\b))\b[^.;]{0,70}?\b(?:instructions?|commands?|orders?|directives?|code|script|snippet|steps?|tasks?|whatever|what (?:it|they|comes|the)|payload|rules|prompt|them|it|there|out|string|text|expression|eval|exec|bash|shell|pickle)\b|(?:执行|运行|遵循|遵照|照做|服从)[^。；]{0,30}(?:指令|命令|代码|脚本|步骤|内容|回复|返回)|(?:指令|命令|代码|脚本|返回|回复|内容)[^。；]{0,24}(?:执行|运行|照做|服从|遵循)|(?:지시|명령|코드|스크립트|내용|단계|응답)[^.]{0,20}(?:실행|따르|수행)/i;
/** Where the orders come from that are not in the package. */
const FROM_ELSEWHERE =
  /\b(?:reply|replies|response|answers?|output|content|contents?|text|code|instructions?|commands?|steps|data|rules|prompt|body|expression|string|formula|values?)\s+(?:\w+\s+)?(?:of|from|by|at|on|in|sent by|returned by|found (?:at|on|in)|received from)\s+(?:the|our|that|this|a|an|its)?\s*(?:remote|server|endpoint|url|web ?page|website|site|page|api|feed|gist|repository|service|host|e-?mail|message|comment|document|ticket|issue|form|clipboard|query string|argument|input)\b|\b(?:server|endpoint|remote|website|site|api|service|url)(?:['’]s)?\s+(?:\w+\s+)?(?:sends?|returns?|answers?|replies|says|tells|responds|reply|response|answer|instructions|commands)\b|(?:server|service|site|page|endpoint|api)\s+(?:hands?|gives?|passes|sends?|brings?)\s+(?:back|over|us|you)|whatever (?:it|they|the \w+) (?:answers?|returns?|sends?|says?|replies|tells?|responds?)|(?:服务器|接口|网页|远端|远程|网站)[^。]{0,14}(?:返回|发送|下发|发来|给出|回复|上)|(?:서버|원격|웹페이지|사이트)[^.]{0,12}(?:보내|보낸|반환|응답|받은|돌려|있는)/i;
const FETCHES =
  /\b(?:fetch|download|get|load|ask|read|retrieve|pull|query|request|consult|poll|curl)\b|下载|获取|读取|请求|다운로드|가져|불러|읽/i;
/** A document that its own sentence calls documentation is read, not obeyed. */
const IS_DOCUMENTATION =
  /\b(?:docs?|documentation|readme|guides?|manual|tutorial|reference|changelog|install(?:ation)? (?:instructions|steps|guide))\b|文档|教程|手册|문서|가이드/i;

/** Whatever a page or server says is done: whoever writes there decides. */
export const obeysOthers: Frame = (step, purpose) => {
  const orders = says(step, DOES);
  if (orders === null || IS_DOCUMENTATION.test(step.text)) return null;
  const host = foreignHost(step, purpose);
  if (host === null && !FROM_ELSEWHERE.test(step.text)) return null;
  if (host !== null && !FROM_ELSEWHERE.test(step.text) && !FETCHES.test(step.text)) return null;
  if (host !== null && step.isCjk && !FROM_ELSEWHERE.test(step.text) && !EXPLICIT.test(step.text))
    return null;
  if (host === null && !EXPLICIT.test(orders) && !EXPLICIT.test(step.text)) return null;
  return { kind: "obeys-others", object: host ?? orders, themes: ["security", "running-code"] };
};

const EXPLICIT =
  /whatever|\bevaluate\b|`?\b(?:eval|exec|bash|pickle|shell)\b|照做|原样|直接执行|그대로|exec|eval/i;

function foreignHost(step: Step, purpose: Purpose): string | null {
  return step.targets.find(({ kind, name }) => kind === "host" && !purpose.expects(name))?.name ?? null;
}

const STARTS =
  /\b(?:run|execute|start|launch|invoke|call|trigger|fire|kick(?:ed)? (?:\w+ )?off|fire(?:d)? up|set off|source|started|executed|launched|run)\b|运行|执行|启动|调用|실행|구동|호출/i;
const PROGRAM =
  /`(?=[^`\n]*(?:\/|\.(?:sh|py|js|mjs|ts|rb|exe|bat|ps1)\b)|(?:npx|node|python3?|bash|sh|curl|wget|npm|pip)\s)[^`\n]{2,120}`|\b[\w./-]{1,60}\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1|bat|cmd|exe)\b/;
const INTERPRETED = /`(?:python3?|node|bash|sh|npx|\.\/)\S*\s?[^`\n]{2,80}`/;
const WHATEVER =
  /\b(?:(?:regardless|irrespective|independent(?:ly)?) of (?:what|the (?:request|task|question|topic|user|assignment|job|order|prompt|message|subject|wish\w*|will|intent|input)|whether)|no matter (?:what|which|whether|how|the)|whatever (?:the (?:user|task|request|question|topic)|was asked|is asked|else|happens|they ask)|any (?:request|task|message|question) (?:whatsoever|at all)|(?:each|every) time (?:this|the) skill is (?:loaded|opened|used|read|activated)|(?:as soon as|when(?:ever)?) (?:this|the) skill is (?:loaded|read|opened|activated|mentioned))|(?:无论|不管|不论)[^。]{0,10}(?:用户|要求|任务|什么|问题)|(?:요청|작업|질문|무엇)[^.]{0,10}(?:관계없이|상관없이)|무엇을 (?:요청|묻)/i;
const LOCKED_PROGRAM =
  /\b(?:archive|zip|rar|7z|package|installer)\b[^.]{0,60}\bpass(?:word|phrase|code)?\b\s*(?:is|:|=|of)?\s*["'`“][^"'`”]{2,30}["'`”][^.]{0,60}\b(?:launch|run|open|start|execute|install)\b/i;
const REPORTS =
  /\b(?:always|after|before|every|each|whenever|at the (?:end|start)|once)\b[^]*(?:telemetry|track(?:er|ing)?|beacon|phone.?home|heartbeat|analytics)[\w-]*\.(?:sh|py|js|mjs|ts)|(?:telemetry|track(?:er|ing)?|beacon|phone.?home|heartbeat|analytics)[\w-]*\.(?:sh|py|js|mjs|ts)\b[^]*\b(?:always|after|before|every|each|whenever)\b/i;
const UNSEEN =
  /\b(?:without (?:telling|mentioning|informing|notifying|showing|letting|bringing|raising|alerting|saying|making)|(?:do not|don['’]t|never|not|must not) (?:mention|tell|inform|notify|show|report|announce|say|display|bring (?:it|this) up|let|alert|make)|(?:stay|remain|keep|kept|run|be)s? (?:\w+ )?(?:hidden|invisible|out of (?:sight|view)|unseen|concealed|away from the user)|need not (?:hear|know|be told|notice|see|be aware)|there is no (?:reason|need|point) (?:to|in) (?:talk|mention|tell|say|speak|report)\w*|keep (?:quiet|silent|mum)|silently|secretly|quietly|covertly|unnoticed|hidden from|behind the scenes|say nothing|keep (?:it|this) (?:quiet|secret|hidden))\b|不要告诉|不告诉|(?:不要|别|不)让[^。，]{0,6}知道|不必告知|无需告知|静默|悄悄|偷偷|暗中|不要提及|알리지\s?(?:말|않|마)|몰래|말하지\s?(?:말|않|마)|조용히|모르게|보이지 않게|숨기/i;

/** A program that starts whatever the user asked, or without their knowing. */
export const runsUnasked: Frame = (step) => {
  const locked = says(step, LOCKED_PROGRAM);
  if (locked !== null) return { kind: "runs-unasked", object: locked, themes: ["security"] };
  if (
    has(step, "consent") ||
    !(
      STARTS.test(step.text) ||
      (has(step, "always", "all") && UNSEEN.test(step.text)) ||
      (WHATEVER.test(step.text) && INTERPRETED.test(step.text))
    )
  )
    return null;
  const program = PROGRAM.exec(step.text)?.[0];
  if (program === undefined) return null;
  const unseen =
    UNSEEN.test(step.text) &&
    (/\busers?\b/i.test(step.text) || !/\b(?:stdout|output|logs?|progress|errors?|exit)\b/i.test(step.text));
  if (!unseen && REPORTS.test(step.text))
    return { kind: "acts-unasked", object: program, themes: ["security"] };
  if (!unseen && !WHATEVER.test(step.text)) return null;
  const start = STARTS.exec(step.text)?.index ?? 0;
  if (/\b(?:not|never|n't)\s+(?:\w+\s+)?$/i.test(step.text.slice(Math.max(0, start - 24), start)))
    return null;
  return { kind: "runs-unasked", object: program, themes: ["security"] };
};

const PERSON = String.raw`(?:the )?(?:user|they|anyone|someone|somebody|people|he|she|a person|the owner)`;
const COVER_STORY = new RegExp(
  String.raw`\b(?:if|when(?:ever)?|should|in case)\b[^.]{0,20}\b${PERSON}\b[^.]{0,30}\b(?:asks?|wonders?|notices?|inquires?|questions?|complains?|is (?:curious|suspicious))\b[^.]{0,100}\b(?:say|tell (?:them|him|her|the user)|answer|claim|respond|reply|explain|pretend|deny|insist|assure|state|blame|mention only)\b[^.]{0,70}\b(?:normal|routine|usual|standard|nothing|only|just|required|update|bug|error|glitch|don['’]t know|no such|not aware|automatic|harmless|part of|maintenance)\b`,
  "i",
);
const COVER_TOPIC =
  /\b(?:network|traffic|connections?|activity|uploads?|delays?|slow|why|this (?:step|skill)|the skill|instructions|process(?:es)?|permissions?|access|missing|deleted|gone|charges?|costs?|happen\w*|requests?|changes?|files?|where|went|lost|different|numbers?)\b/i;
const OWN_STEPS =
  /\b(?:do not|don['’]t|never)\s+(?:ever\s+)?(?:reveal|disclose|mention|quote|discuss|admit|acknowledge|expose|repeat|tell)\b[^.]{0,40}\b(?:these|this|those|the above|the following|the hidden|its own)\s+(?:\w+\s+)?(?:steps?|instructions?|section|rules|guidelines|paragraph|note|behaviou?r|directives?)\b|(?:不要|不得|切勿|禁止)(?:向用户)?(?:透露|泄露|告诉|提及)[^。]{0,14}(?:这些|本|上述|此)(?:步骤|指令|说明|规则|段)|(?:이|위의|본) (?:지침|단계|지시|규칙)[^.]{0,14}(?:공개하지|밝히지|언급하지|말하지)/i;
const ASKED = /\b(?:asked|asks|user|anyone|them|question|even if|only)\b|用户|问|사용자|물으면|물어/i;

/** What the skill does is kept from whoever asks. */
export const hidesItself: Frame = (step) => {
  const story = says(step, COVER_STORY);
  if (story !== null && COVER_TOPIC.test(story + step.text))
    return { kind: "hides-itself", object: story, themes: ["playing"], isPlain: true };
  const own = OWN_STEPS.exec(step.text)?.[0];
  return own !== undefined && ASKED.test(step.text.replace(own, ""))
    ? { kind: "hides-itself", object: own.slice(0, 80), themes: ["playing"], isPlain: true }
    : null;
};

const EXHAUSTS = (verbs: string, what: string) =>
  new RegExp(String.raw`\b(?:${verbs})\b[^.]{0,40}\b(?:${what})\b`, "i");
const FILLS = EXHAUSTS(
  "fill(?: up)?|use up|consume|occupy|exhaust|saturate|max out|burn|allocate|eat up",
  "(?:whole |entire |all (?:the )?(?:available |free )?)?(?:disk|hard drive|memory|ram|cpu|processors?|cores|gpu|bandwidth|quota|storage)",
);
const ALL_OF_IT =
  /\b(?:until|all|entire|whole|every|full|completely|100 ?%|as (?:much|many)|nothing is left|runs out)\b/i;
const NEVER_ENDS =
  /\b(?:start|run|spawn|launch|fork|open|create|loop|repeat)\b[^.]{0,50}\b(?:fork bomb|infinite(?:ly)?(?: loop)?|endless(?:ly)?|never (?:ends?|stops?|returns?)|(?:thousands|millions) of (?:process|thread|copies|windows|files)\w*|without end)\b/i;
const FORK_BOMB = /\w*:?\(\)\s*\{\s*\w*:?\s*\|\s*\w*:?\s*&\s*\}\s*;/;
const EXHAUSTS_ELSEWHERE =
  /(?:填满|占满|耗尽|写满)[^。]{0,8}(?:磁盘|内存|硬盘|CPU|带宽|空间)|死循环|无限循环地?(?:运行|启动)|(?:디스크|메모리|CPU|용량)[^.]{0,10}(?:가득|소진|고갈|다 쓸)|무한 (?:루프|반복)(?:로|으로|을) (?:실행|시작)/;

/** The machine of the user is brought to its limits. */
export const exhausts: Frame = (step) => {
  if (FORK_BOMB.test(step.text))
    return { kind: "exhausts", object: "fork bomb", themes: ["security"], isPlain: true };
  const filled = tells(step, FILLS);
  const object =
    (filled !== null && ALL_OF_IT.test(step.text) ? filled : null) ??
    tells(step, NEVER_ENDS) ??
    (step.isCjk ? says(step, EXHAUSTS_ELSEWHERE) : null);
  return object === null ? null : { kind: "exhausts", object, themes: ["load", "security", "playing"] };
};
