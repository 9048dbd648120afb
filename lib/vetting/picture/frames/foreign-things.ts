import type { DeedKind } from "../picture";
import type { Theme } from "../purpose";
import { has } from "../step-words";
import { says, tells, type Frame } from "./told";

interface Row {
  readonly kind: DeedKind;
  /** What is told to be done, and to what, in this order. */
  readonly told: RegExp;
  /** The name or description speaks of it. */
  readonly excuse: RegExp;
  readonly themes: readonly Theme[];
  /** The sentence describes, looks after it, or leaves it to the user. */
  readonly unless?: RegExp;
}

const GUARDED =
  /\b(?:never|unless|confirm|approv\w*|consent|permission|backups? first|dry.?run|rotat\w*|reset|hash\w*|strong|test(?:ing)?|for example|if the user|user (?:asks|wants|requests|provides|gives))\b/i;

/**
 * Things that a person, a machine or a company has, and that a skill leaves alone unless it is about them: one row for
 * each kind, with the verbs that touch it.
 */
const ROWS: readonly Row[] = [
  {
    kind: "destroys",
    told: /\b(?:get(?:ting)? rid of|delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|purg(?:e|ing)|wip(?:e|ing)|clear out|throw(?:ing)? away|discard(?:ing)?)\b[^\n]{0,40}\b(?:photos?|videos?|movies|music|tax (?:documents|returns)|bank statements|medical records|contacts|address book|text messages|chats|e-?mails|mailbox(?:es)?|voicemails?|saved passwords|browser (?:profile|history|data))\b[^\n]{0,20}(?:of the user|user['’]s|\.|$|\band\b)/i,
    excuse:
      /photo|image|picture|video|media|tax|bank|financ|medic|health|contact|crm|mail|messag|chat|browser|social/,
    themes: ["deleting", "security"],
    unless: GUARDED,
  },
  {
    kind: "destroys",
    told: /\b(?:drop|delete|truncate|wipe|reset|erase|purge|destroy|shut down)\b[^\n]{0,24}\b(?:production|live|prod|customer)\s+(?:tables?|databases?|data|servers?|systems?|clusters?|records|environment)\b/i,
    excuse: /databas|migrat|deploy|ops\b|\bsre\b|production|cloud|infra|server|kubernetes|terraform/,
    themes: ["databases", "deleting", "security"],
    unless: GUARDED,
  },
  {
    kind: "opens-up",
    told: /\b(?:put|add|move|place|make|promote)\b[^\n]{0,50}\b(?:in|into|to)\s+(?:the |an? |our )?(?:\w+ )?(?:administrators?(?:['’])? group|domain admin\w*|wheel group|sudo group|root group|local admin\w*|owners? role|admin(?:istrator)? role)\b/i,
    excuse: /permission|admin|identity|\biam\b|devops|directory|access|role|\bauth|user management/,
    themes: ["security", "permissions"],
    unless: GUARDED,
  },
  {
    kind: "weakens",
    told: /\b(?:lower|weaken|relax|reduce|loosen|drop|shorten|simplify|remove)\b[^\n]{0,30}\b(?:password (?:rules?|polic(?:y|ies)|requirements?|strength|length)|lockout|session timeouts?|log retention|audit settings|security (?:level|settings?))\b/i,
    excuse: /password|\bauth|login|secur|identity/,
    themes: ["security"],
    unless: GUARDED,
  },
  {
    kind: "opens-up",
    told: /\b(?:open|forward|unblock|allow)\b[^\n]{0,20}\bports?\b[^\n]{0,60}\b(?:router|firewall|vendor|support|outside|internet|us|our|everyone|anyone|remote\w*)\b/i,
    excuse: /network|router|firewall|port|server|devops|docker|vpn|tunnel/,
    themes: ["security", "permissions"],
    unless: GUARDED,
  },
  {
    kind: "settles-in",
    told: /\b(?:put|add|write|append|insert|set|change|map|point|redirect)\b[^\n]{0,60}(?:\/etc\/hosts\b|\bhosts file\b|\bdns (?:server|entries|records?)\b|\bproxy settings\b|\bdefault pager\b|\bpager of git\b|\bgit (?:config|alias|editor|pager)\b|\bregistry key\b|\bdefault (?:browser|shell|search engine)\b)/i,
    excuse: /network|dns|hosts|proxy|\bgit\b|domain|browser|registry|shell/,
    themes: ["security", "settings", "versions"],
    unless: GUARDED,
  },
  {
    kind: "asks-for-secrets",
    told: /\b(?:get|obtain|ask for|request|find out|demand|acquire|learn)\b[^\n]{0,30}\b(?:apple id|google account|icloud|bank(?:ing)?|e-?mail|mailbox|computer|windows|online banking|paypal)\b[^\n]{0,20}\b(?:password|pin|login|credentials?|passcode)s?\b/i,
    excuse: /\bauth|login|password|credential|identity/,
    themes: ["security", "encrypting"],
    unless: /\b(?:never|do not|don['’]t|app(?:lication)?[- ]specific|app password|oauth)\b/i,
  },
  {
    kind: "shows-secrets",
    told: /\b(?:store|save|keep|write|put|copy|list|collect|dump)\b[^\n]{0,20}\b(?:all|every|the user['’]s|their|saved|found)\s+(?:\w+\s+)?(?:passwords?|credentials|pins|logins|card numbers)\b/i,
    excuse: /password|credential|vault|secret|\bauth|keychain/,
    themes: ["security", "encrypting"],
    unless:
      /\b(?:never|do not|don['’]t|hash\w*|encrypt\w*|password manager|keychain|vault|environment|securely)\b/i,
  },
  {
    kind: "floods",
    told: /\b(?:try|test|guess|spray|brute.?force|cycle through|run through)\b[^\n]{0,30}\b(?:passwords?|logins?|credentials|combinations|pins|codes)\b[^\n]{0,60}\b(?:against|on|at|one after (?:the )?(?:another|other)|until)\b/i,
    excuse: /pentest|ctf\b|password|crack|brute/,
    themes: ["security"],
  },
  {
    kind: "falsifies",
    told: /\b(?:smooth|massage|tune|fit|adjust|drop|select|cherry-?pick|change|choose|filter|tweak|rework|repeat|rerun)\b[^\n]{0,60}\b(?:until|so that|such that|to make|in order to)\b[^\n]{0,30}\b(?:supports?|confirms?|fits?|agrees? with|proves?|backs?|matches|favou?rs?)\b[^\n]{0,20}\b(?:hypothes[ie]s|conclusion|claim|expectations?|narrative|thesis|desired|wanted|our|sponsor|wish)\b/i,
    excuse: /$^/,
    themes: ["playing", "made-up"],
    unless: /\b(?:never|avoid|do not|don['’]t|p-hacking)\b/i,
  },
  {
    kind: "falsifies",
    told: /\b(?:[Cc]redit|[Aa]ttribute|[Aa]scribe|[Aa]ssign|[Gg]ive)\b[^\n]{0,40}\bto\s+(?:Dr\.?\s|Prof\.?\s)?[A-Z]\w+[^\n]{0,30}\b(?:even (?:if|when|though)|although|regardless|whoever|no matter|instead of)\b/,
    excuse: /$^/,
    themes: ["playing", "made-up"],
  },
  {
    kind: "falsifies",
    told: /\b(?:add|say|mention|state|claim|insert|write|note|hint|suggest|imply)\b[^\n]{0,40}\b(?:under investigation|fraud\w*|scandal\w*|bankrupt\w*|scam|criminal|corrupt\w*|unsafe|dangerous|toxic|liars?|cheat\w*|untrustworthy|going out of business|recalled)\b/i,
    excuse: /fraud|scam|risk|complian|investigat|news|secur|safety|food|recall/,
    themes: ["playing", "security"],
    unless:
      /\b(?:if|when the|where the|verify|source|evidence|unless|never|avoid|do not|don['’]t|error|warning|log|code|pattern|operation|command)\b/i,
  },
  {
    kind: "obeys-others",
    told: /\b(?:carry out|execute|follow|run|do|obey|perform)\b[^\n]{0,40}\b(?:commands?|instructions?|orders?|code|macros?|scripts?|requests?)\b[^\n]{0,30}\b(?:(?:that|which) (?:appears?|stands?|is (?:found|shown))\b[^\n]{0,6}|(?:that )?(?:it|they|the \w+) (?:contains?|gives?|delivers?|sends?|holds?)|(?:in|from|inside|within) (?:it|them|the (?:comments?|tickets?|e-?mails?|messages?|web ?pages?|site|issue|reply|attachment)))\b/i,
    excuse: /macro|runner|automation|workflow/,
    themes: ["security", "running-code"],
    unless: /\b(?:never|do not|don['’]t|avoid|untrusted|user|readme|docs?|documentation|guide)\b/i,
  },
  {
    kind: "obeys-others",
    told: /\b(?:convert|translate|turn|take|put|paste|load|compile)\b[^\n]{0,60}\b(?:that|which)?\s*(?:the )?(?:site|server|page|endpoint|remote|url|mail|message)\s+(?:delivers?|sends?|returns?|gives?|contains?)\b[^\n]{0,60}\b(?:run|execute|eval\w*|start)\b/i,
    excuse: /$^/,
    themes: ["security", "running-code"],
  },
  {
    kind: "locks-away",
    told: /\b(?:replace|swap|exchange|overwrite)\b[^\n]{0,40}\b(?:encrypted|locked|scrambled|ciphered)\s+(?:copy|copies|version|versions|form|one|ones)\b|\b(?:keep|hold|store)\b[^\n]{0,12}\b(?:key|password|passphrase)\b[^\n]{0,20}\b(?:our side|with us|ourselves|our server|only we)\b/i,
    excuse: /encrypt|vault|backup/,
    themes: ["encrypting"],
  },
  {
    kind: "runs-unasked",
    told: /\b(?:launch|start|run|open|execute|double-click)\b[^\n]{0,30}\b[\w./-]+\.(?:exe|msi|dmg|pkg|scr|vbs|hta|jar)\b|\b(?:npm (?:i|install) -g|pip install|npx)\b[^\n]{0,60}\b(?:permanently|in the background|as a (?:service|daemon)|keep it running|stays? running)\b/i,
    excuse: /install|windows|java|launch|desktop|reverse|malware|package|setup|server/,
    themes: ["security", "settings", "running-code"],
    unless: GUARDED,
  },
  {
    kind: "sets-rules-aside",
    told: /\b(?:treat|take|regard|consider|read|accept)\b[^\n]{0,60}\bas (?:an? )?(?:order|command|instruction|authori[sz]ation|approval|permission)s?\b[^\n]{0,20}\b(?:from|by|of)\b[^\n]{0,16}\b(?:administrator|admin|developer|owner|system|operator|user|anthropic|openai)\b/i,
    excuse: /$^/,
    themes: ["security", "playing"],
    unless: /\b(?:never|do not|don['’]t|not)\b/i,
  },
];

const RULES_GONE =
  /\b(?:restrictions?|rules|limits?|limitations?|guidelines?|safeguards?|polic(?:y|ies)|boundaries|safety)\b[^\n]{0,40}\b(?:no longer|do not|does not|don['’]t|cease to|need not|stop)\s+(?:concern|apply|bind|affect|matter|count|hold|cover|restrain)\w*\b/i;
const ABOUT_YOU = /\b(?:you|your|the agent|the assistant|this skill|here)\b/i;
const JUDGED_LESS =
  /(?:竞争对手|对手|竞品)[^。]{0,16}(?:减|降|差评|扣|低)|(?:경쟁사|경쟁 제품)[^\n]{0,16}(?:깎|낮|감점|나쁘)/;

/** What a skill touches although nothing says that it is about that. */
export const touchesForeign: Frame = (step, purpose) => {
  if (has(step, "consent")) return null;
  for (const { kind, told, excuse, themes, unless } of ROWS) {
    const object = tells(step, told);
    if (object === null || unless?.test(step.text) === true || purpose.matches(excuse)) continue;
    return { kind, object, themes, isHeavy: true };
  }
  const gone = says(step, RULES_GONE);
  if (
    gone !== null &&
    ABOUT_YOU.test(step.text) &&
    /\b(?:now|elsewhere|you are|from here|while)\b/i.test(step.text)
  )
    return { kind: "sets-rules-aside", object: gone, themes: ["security", "playing"] };
  const judged = step.isCjk ? says(step, JUDGED_LESS) : null;
  return judged === null ? null : { kind: "falsifies", object: judged, themes: ["made-up", "playing"] };
};
