import { CONDITION_OR_USER, UNASKED, type TurnRow } from "./turn-row";
import type { WordClass } from "../words/classes";

/** Whose it is: what a person keeps, and not what the skill made. */
const KEPT: readonly WordClass[] = ["kept", "documents", "trail", "bulk"];

const THINGS =
  /\b(?:anything|everything|whatever|files?|e?-?mails?|photos?|pictures?|documents?|series|entries|pages?|records?|tables?|rows|releases?|tags?|commits?|branch(?:es)?|notes?|messages?|backups?|folders?|history|state|bucket)\b|文件|备份|数据库|照片|文档|邮件|记录|파일|사진|백업|문서|메일|기록/i;

const REMOVES =
  /\b(?:delete|remove|erase|wipe|purge|shred|truncate|drop|discard|clear|blank|destroy|get rid of|take|move|overwrite|prune|unlink|go|rm)\w{0,3}\b|删除|清空|清理|抹|지워|삭제|비워|없애/i;

const LEFT_TO_USER =
  /\b(?:(?:user|they|you) (?:has |have )?(?:picks?(?:ed)?|decides?d?|chooses?|chose|says?|said|confirms?(?:ed)?|agrees?d?|names?d?|sets?|gives?|gave|asks? for|asked for|specif\w+|configured)|ask (?:the user |them |first|what|which|whether|before)|let (?:the user|them) decide|after a yes|said yes|only if|nothing is deleted|suggest|offer to)\b|请用户|由用户|让用户决定|사용자가 고른|사용자에게/i;

/** Told as something that is done, not as an order. */
const DONE_TO_ALL =
  /\b(?:is|are|get|gets|be)\s+(?:\w+\s+){0,2}(?:deleted|removed|erased|wiped|purged|destroyed|discarded|dropped|overwritten|emptied|cleared|cancelled|shredded)\b/i;

/** What a passage destroys, said without one verb that orders it. */
export const DESTROYING: readonly TurnRow[] = [
  {
    kind: "destroys",
    words: [["idle"], ["delete", "goes"], ["bulk", "kept", "documents"]],
    unless: LEFT_TO_USER,
    themes: ["deleting", "load"],
  },
  {
    kind: "destroys",
    words: [["delete"]],
    says: [
      /\b(?:truncate|drop|empty|purge|delete from|wipe)\b[^.\n]{0,50}\b(?:tables|collections|databases?|schemas?)\b/i,
    ],
    unless: LEFT_TO_USER,
    themes: ["databases", "deleting", "tests"],
  },
  {
    kind: "destroys",
    words: [["for-good"], [...KEPT, "work", "goes", "delete", "idle"]],
    says: [REMOVES, THINGS],
    unless: LEFT_TO_USER,
    themes: [],
  },
  {
    kind: "destroys",
    words: [["idle"], ["goes", "delete"]],
    says: [THINGS, UNASKED],
    unless: LEFT_TO_USER,
    themes: [],
  },
  {
    kind: "destroys",
    words: [["goes"], ["kept", "documents", "trail", "bulk", "work"]],
    says: [UNASKED],
    unless: LEFT_TO_USER,
    themes: ["deleting"],
  },
  {
    kind: "destroys",
    words: [["goes"]],
    says: [
      /\b(?:written|made|owned|added) by (?:others|other people|somebody else|colleagues)\b|他人|别人|다른 사람/i,
    ],
    unless: LEFT_TO_USER,
    themes: [],
  },
  {
    kind: "destroys",
    words: [["kept", "documents", "trail"], ["delete"]],
    says: [DONE_TO_ALL, /\b(?:all|every|everything|older|any|entire|whole|each)\b/i],
    unless: CONDITION_OR_USER,
    themes: ["deleting", "security"],
  },
  {
    kind: "locks-away",
    words: [["encrypt", "kept", "documents", "work"]],
    says: [
      /\b(?:fee|ransom|payment|bitcoin|pay)\b|赎金|몸값/i,
      /\b(?:want|get|give|come)s? (?:them|it|those|everything|the \w+) back\b|\bunlock\b|解锁|복호화/i,
      /\b(?:encrypt|lock|openssl enc|gpg|scramble)\w*\b|加密|암호화/i,
    ],
    themes: [],
    isPlain: true,
  },
];
