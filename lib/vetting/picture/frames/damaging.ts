import { find, findPair, has } from "../step-words";
import type { Step } from "../steps";
import type { WordClass } from "../words/classes";
import { says, tells, told, type Frame } from "./told";

const EVERY: readonly WordClass[] = ["all", "old", "always"];

/** In languages without blanks the word stands right beside what is deleted. */
function isDisposable(step: Step): boolean {
  const verb = step.hits.find(({ is }) => is === "delete");
  return step.hits.some(
    (hit) => hit.is === "disposable" && (verb === undefined || Math.abs(hit.start - verb.end) <= 12),
  );
}

/** Deletes what is somebody else's: by a pattern, by age, all of it. */
export const destroys: Frame = (step) => {
  const wiped = (step.isCjk ? says(step, WIPES_ELSEWHERE) : null) ?? tells(step, WIPES);
  if (has(step, "disposable") && wiped === null && !step.isCjk) return null;
  if (wiped !== null) return { kind: "destroys", object: wiped, themes: ["deleting", "security"] };
  if (step.isCjk && isDisposable(step)) return null;
  const trail = findPair(step, ["delete"], ["trail"], 70);
  if (trail !== null) return told(step, "destroys", trail.object, ["deleting", "security"]);
  const kept = findPair(step, ["delete"], ["kept", "documents"], 70);
  if (kept !== null && has(step, ...EVERY))
    return told(step, "destroys", kept.object, ["deleting", "security"]);
  const bulk = findPair(step, ["delete"], ["bulk"], 50);
  if (bulk !== null && has(step, "old") && has(step, "always", "all"))
    return told(step, "destroys", bulk.object, ["deleting", "security"]);
  const gone = (step.isCjk ? says(step, REMOVES_ELSEWHERE) : null) ?? tells(step, REMOVES);
  return gone === null || has(step, "consent")
    ? null
    : { kind: "destroys-slightly", object: gone, themes: ["deleting", "versions", "security"] };
};

const WIPES_ELSEWHERE =
  /(?:이력|기록|원본|백업|사진|문서)[^.]{0,8}(?:모두|전부|전체)[^.]{0,6}(?:지우|삭제)|(?:删除|清空|抹掉)[^。，]{0,6}(?:所有|全部|整个)[^。，]{0,10}(?:历史|备份|照片|文档|邮件|记录)/;
const WIPES =
  /\b(?:overwrite|delete|erase|remove|replace|drop|destroy)\b[^.]{0,16}\b(?:the|all|any|every|old|existing|its|their|user['’]s)\s+(?:\w+ )?back-?ups?\b|\b(?:erase|wipe|purge|rewrite|destroy|delete|remove|squash away)\b[^.]{0,24}\b(?:commit|git|version|revision|edit|change) history\b|\b(?:overwrite|fill|replace|wipe|zero out|shred|scramble)\b[^.]{0,60}\b(?:with (?:zeros?|zeroes|random (?:bytes|data)|garbage|noise)|irrecoverabl\w+|beyond recovery|for good)\b|\b(?:throw away|delete|remove|discard|trim|change|overwrite|edit)\b[^.]{0,120}\b(?:do not|don['’]t|without) (?:keep(?:ing)?|leav(?:e|ing)|mak(?:e|ing)) (?:the |an? |any )?(?:original|copy|backup)s?\b|\b(?:wipe|erase|destroy|shred|purge|nuke|obliterate|delete|clear out|empty)\b[^.]{0,40}\b(?:Downloads|Pictures|Documents|Desktop|Photos|Movies|home) (?:and \w+ )?(?:folders?|director(?:y|ies)|files)\b|\b(?:save over|overwrite|shuffle|scramble|delete|erase|remove|replace|mix)\b[^.]{0,120}\b(?:(?:nobody|no one|they|user) can(?:not)? (?:ever )?(?:restore|recover|undo)|cannot be (?:restored|recovered|undone))\b/i;
const REMOVES =
  /\b(?:delete|remove|erase|discard|empty|purge)\b[^.]{0,50}\b(?:originals?|source files?|input files?|unprotected|unencrypted|downloads folder|desktop|older than|old (?:logs|backups|versions|files))\b|\bforce[- ]push\b/i;
const REMOVES_ELSEWHERE =
  /(?:删除|清理|清除)[^。，]{0,14}(?:原始文件|源文件|原文件|旧的?日志|备份)|(?:원본|백업|오래된 (?:로그|파일))[^.]{0,10}(?:삭제|지우|제거)/;

/** Encrypts the user's files and leaves nothing behind. */
export const locksAway: Frame = (step) => {
  const locked = tells(step, LOCKS);
  if (locked !== null) return { kind: "locks-away", object: locked, themes: ["encrypting"] };
  const files = findPair(step, ["encrypt"], ["documents", "kept", "bulk", "work"]);
  if (files === null) return null;
  const gone = find(step, ["delete"]);
  if (gone === null) return null;
  return told(step, "locks-away", files.object, ["encrypting"]);
};

const LOCKS =
  /\b(?:encrypt|lock|scramble|password-protect|protect)\b[^]{0,160}\b(?:delete|erase|remove|shred|wipe|destroy)\b[^.]{0,40}\b(?:originals?|unlocked|unencrypted|unprotected|plain|cleartext|open copies|open ones)\b/i;

const SWITCHES_OFF = /\b(?:switch|turn|set|keep|leave)\b[^.]{0,50}\boff\b/i;

export const weakens: Frame = (step) => {
  const guard = findPair(step, ["disable"], ["guard"], 50);
  if (guard !== null && !isAboutProblem(step)) return told(step, "weakens", guard.object);
  const off = step.hits.find(({ is }) => is === "guard");
  const switched = off === undefined ? null : tells(step, SWITCHES_OFF);
  if (switched !== null) return { kind: "weakens", object: switched, themes: ["security"] };
  const check = findPair(step, ["disable", "delete"], ["check"], 40);
  if (check !== null && has(step, "always", "all") && !isAboutProblem(step) && !has(step, "disposable"))
    return told(step, "weakens", check.object);
  return null;
};

/** "If the firewall is disabled, …", "tests are skipped when …": a state and no order. */
const STATE =
  /\b(?:if|when|is|are|was|were|be|been|gets?|causes?|caused|why|may|might|could|can|which|that)\s+(?:\w+\s+){0,4}?$/i;

function isAboutProblem(step: Step): boolean {
  const verb = step.hits.find(({ is }) => is === "disable");
  return (
    verb !== undefined && !step.isCjk && STATE.test(step.text.slice(Math.max(0, verb.start - 40), verb.start))
  );
}

export const opensUp: Frame = (step) => {
  // A pattern that looks for it.
  if (/\\[sdwb]/.test(step.text)) return null;
  const open = findPair(step, ["grant", "change"], ["everybody"], 60);
  if (open !== null && OWNED.test(step.text))
    return told(step, "opens-up", open.object, ["security", "permissions"]);
  const account = findPair(step, ["create", "grant"], ["account"], 60);
  if (account !== null && GIVEN_PASSWORD.test(step.text))
    return told(step, "opens-up", account.object, ["security", "made-up"], true);
  const way = findPair(step, ["create", "grant"], ["way-in"], 60);
  if (way !== null && has(step, "support")) return told(step, "opens-up", way.object, ["security"], true);
  return null;
};

/** Files, folders, stores and the like are opened to everybody; a page of a site is public anyway. */
const OWNED =
  /\b(?:files?|folders?|director(?:y|ies)|buckets?|share|drive|documents?|uploads?|keys?|logs?|config\w*|scripts?|database|output|reports?|links?|repositor(?:y|ies)|backups?|permissions?|chmod|calendar|spreadsheet|tables?|storage|dashboard|socket|port|invoice\w*|records?|photos?|album|attachments?|results?|data)\b|文件|目录|文档|权限|存储|仓库|日志|数据|日历|相册|파일|폴더|문서|권한|디렉터리|저장소|로그|데이터|일정|사진/i;
/** A password of the text's own. */
const GIVEN_PASSWORD =
  /\b(?:pass(?:word|phrase|code)?|pwd|pin)\b\s*(?:[:=]|is|set to|of|to)?\s*["'`“]?(?=[\w!@#$%^&*.-]{0,40}[\d!@#$%^&*])[\w!@#$%^&*.-]{4,40}|(?:密码|口令)\s*(?:为|是|设为|设置为|:|：)?\s*["'`“「]?[\w!@#$%^&*.-]{4,40}|(?:비밀번호|암호)\s*(?:는|은|를|가|:)?\s*["'`“「]?(?=\S{0,40}[\d!@#])[\w!@#$%^&*.-]{4,40}|[\w!@#$%^&*.-]*\d[\w!@#$%^&*.-]*["'`”]?\s*(?:as the password|비밀번호|암호)/i;

/** Secrets go where others read them: into an answer, a log, a message. */
export const showsSecrets: Frame = (step) => {
  const shown = findPair(step, ["show", "add"], ["secret"], 60);
  if (
    shown === null ||
    !has(step, "reply") ||
    /placeholder|masked|redact|\bout\b|\*{3}|example/i.test(step.text)
  )
    return null;
  if (
    /variables?\s+(?:names?|are set)|\bnames? of\b|令牌(?:计数|数|预算|用量|消耗|使用)|토큰\s?(?:수|예산|사용)/i.test(
      step.text,
    )
  )
    return null;
  return has(step, "always", "all") || FULLY.test(step.text)
    ? told(step, "shows-secrets", shown.object)
    : null;
};

const FULLY =
  /\b(?:in full|verbatim|plain ?text|clear ?text|unmasked|full value|entire|complete|back to|as is|word for word|so (?:that )?(?:it|they|we) can)\b|명문|평문|그대로|전체|明文|完整|原样|原文/i;
