import type { Step, WordHit } from "./steps";
import type { WordClass } from "./words/classes";

/** How far apart two words of one deed stand in a sentence. */
const REACH = 110;
const REACH_CJK = 40;
/** Ends what a "not" before it forbids. */
const NEW_CLAUSE = /[;:.—]|\bthen\b|\bbut\b|\binstead\b|,\s+(?:just|simply|always|and then)\b|[，。；：]/i;
/** Words that turn only what follows at once. */
const SHORT_NOT = /^(?:without|no|instead|rather|nothing|neither|nor|stop|isn|for)/;
const KOREAN_NOT = /^[가-힣\s]{0,6}(?:지\s?(?:마|말|않)|금지|안\s)/;

export function has(step: Step, ...classes: readonly WordClass[]): boolean {
  return step.hits.some(({ is }) => classes.includes(is));
}

/** The first word of one of the classes that is not forbidden. */
export function find(step: Step, classes: readonly WordClass[]): WordHit | null {
  return (
    step.hits.find((hit) => classes.includes(hit.is) && isOrder(step, hit) && !isForbidden(step, hit)) ?? null
  );
}

/**
 * A verb of one of the classes with an object of one of the others near it: behind it in English, on either side in
 * Chinese and Korean. One word is not both.
 */
export function findPair(
  step: Step,
  verbs: readonly WordClass[],
  objects: readonly WordClass[],
  reach = REACH,
  isOrdered = true,
): { verb: WordHit; object: WordHit } | null {
  for (const verb of step.hits) {
    if (!verbs.includes(verb.is) || isForbidden(step, verb)) continue;
    if (isOrdered && !isOrder(step, verb)) continue;
    const object = step.hits.find((each) => objects.includes(each.is) && isNear(step, verb, each, reach));
    if (object !== undefined) return { verb, object };
  }
  return null;
}

function isNear(step: Step, verb: WordHit, object: WordHit, reach: number): boolean {
  const distance = object.start - verb.end;
  if (step.isCjk)
    return (
      !isSubject(step, verb, object) &&
      Math.abs(object.start - verb.start) <= REACH_CJK &&
      (object.start >= verb.end || object.end <= verb.start) &&
      !OTHER_CLAUSE.test(step.text.slice(Math.min(object.end, verb.end), Math.max(object.start, verb.start)))
    );
  if (distance > 0 && OTHER_SENTENCE.test(step.text.slice(verb.end, object.start))) return false;
  // "All records must be deleted."
  if (distance < 0 && step.text.slice(verb.start, verb.end).endsWith("ed"))
    return verb.start - object.end <= reach && MUST_BE.test(step.text.slice(0, verb.start).slice(-60));
  return distance >= -1 && distance <= reach;
}

/** In Chinese what stands before the verb is its subject, unless 把 or 将 takes it there. */
const isSubject = ({ text }: Step, verb: WordHit, object: WordHit) =>
  object.end <= verb.start &&
  /[\u4e00-\u9fff]/.test(text.charAt(verb.start)) &&
  !/[把将將对從从为]/.test(text.slice(Math.max(0, object.start - 12), verb.start));

/** A verb and what it is done to stand in one clause. */
const OTHER_CLAUSE = /[，。；：！？,;:|—]|\s-\s/;
const OTHER_SENTENCE = /[;|]|:\s|\s[-–—]\s|\.\s|\n\s*[-*#]/;

/** What stands before a verb that tells to do something. */
const ORDERS =
  /(?:^|[,;:.!?—–>|(\]-]|^\s*\d+[.)]|[*_"`“])\s*$|\b(?:then|and|or|but|please|must|should|shall|will|can|may|always|also|automatically|ever|first|finally|just|simply|instead|immediately|now|only|do|next|lastly|afterwards?|before|who|which|you|agent|assistant|we|it|to|not|\w+ly)\s+["'*_`]*$/i;
/** "It allows to remove …" describes; "be sure to remove …" orders. */
const INFINITIVE = /\bto\s+["'*_`]*$/i;
const ORDERS_TO =
  /\b(?:sure|need|needs|have|has|remember|forget|is|are|ought|want|wants|supposed|required|expected|instructed|asked|you|agent|assistant|it|them|step|free|careful|order|authori[sz]ed|allowed|permitted)\s+(?:\w+ly\s+)?to\s+["'*_`]*$|^\W*to\s+$/i;
const MUST_BE =
  /\b(?:must|should|shall|will|to|can|may)\s+(?:\w+ly\s+|also\s+|always\s+)?(?:be|get)\s+(?:\w+ly\s+)?$/i;

/** "伪造的数据", "覆盖率": the word says of what kind something is. */
const ATTRIBUTE_BEHIND = /^(?:的(?!话)|率|度|性|者|方式|方法|功能|逻辑|操作|流程|矩阵|范围|指令)/;
const STATE_BEFORE =
  /(?:被|已经?|未|可能|为何|如何|是否|一个|防止|检测到?|发现|没有|无|由于|因|带有|含有|存在|提交)$/;
/** "Clear error messages": how something is, and no order. */
const ADJECTIVE =
  /^(?:clear|clean|empty|open|complete|fake|mock|dummy|cap|point|share|record|list|report|mark|skip|drop)\s+(?:and\s|error\b|,|concise|actionable|communication|commit|documentation|ownership)/i;

/** True for a verb that tells to do it: "delete …", "then delete …", "is to be deleted". */
export function isOrder(step: Step, { start, end }: Pick<WordHit, "start" | "end">): boolean {
  if (step.isCjk && !/^[a-z]/i.test(step.text.charAt(start)))
    return (
      !ATTRIBUTE_BEHIND.test(step.text.slice(end, end + 3)) &&
      !STATE_BEFORE.test(step.text.slice(Math.max(0, start - 4), start))
    );
  if (ADJECTIVE.test(step.text.slice(start, start + 40))) return false;
  const [word = ""] = step.text
    .slice(start, end)
    .toLowerCase()
    .split(/[\s_-]/);
  const before = step.text.slice(Math.max(0, start - 60), start);
  if (
    /(?:ed|en)$/.test(word) &&
    word.length > 4 &&
    !/^(?:need|feed|embed|open|weaken|loosen|listen)$/.test(word)
  )
    return MUST_BE.test(before);
  if (word.endsWith("ing")) return /\b(?:by|after|before|start|keep|when|of)\s+(?:\w+ly\s+)?$/i.test(before);
  if (/[^s]s$/.test(word) && word !== "always") return false;
  if (INFINITIVE.test(before)) return ORDERS_TO.test(before);
  return ORDERS.test(before) || follows(step, "always", start);
}

/** "At the end of each session wipe …": the verb comes soon after what says when. */
const follows = (step: Step, is: WordClass, start: number) =>
  step.hits.some((hit) => hit.is === is && hit.end <= start && start - hit.end <= 24);

/** "Do not delete …", "without sending …", "삭제하지 마세요". */
export function isForbidden(step: Step, { start, end }: Pick<WordHit, "start" | "end">): boolean {
  if (KOREAN_NOT.test(step.text.slice(end, end + 16))) return true;
  // In Korean what forbids comes behind the verb.
  if (/[\uac00-\ud7af]/.test(step.text.slice(start, end))) return false;
  const reach = step.isCjk ? 14 : 60;
  return step.hits.some((hit) => {
    if (hit.is !== "not" || hit.end > start || start - hit.end > reach) return false;
    const between = step.text.slice(hit.end, start);
    const word = step.text.slice(hit.start, hit.end).toLowerCase();
    if (SHORT_NOT.test(word) && (between.includes(",") || between.length > 24)) return false;
    return !NEW_CLAUSE.test(between);
  });
}

/** The words of a step from one place to another, for a reader. */
export function wordsOf(step: Step, hit: Pick<WordHit, "start" | "end">): string {
  return step.text.slice(hit.start, hit.end).replace(/\s+/g, " ").trim();
}
