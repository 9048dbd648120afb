import { sensitivePathKind } from "../../vocabulary/sensitive-data";
import { find, has } from "../step-words";
import type { Step } from "../steps";
import { says, tells, type Frame } from "./told";

/** What other programs, shells and agents obey each time they start. */
const OBEYED =
  /(?:~\/)?\.(?:zshrc|bashrc|bash_profile|profile|zprofile|zshenv|cursorrules|windsurfrules|clinerules)\b|\b(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY|HEARTBEAT|IDENTITY)\.md\b|\.(?:claude|cursor|codex|gemini)\/(?:settings|hooks|config|mcp|rules)[\w.]*|\bmcp\.json\b|\bcore\.(?:fsmonitor|hooksPath|sshCommand|pager|editor)\b|\.git\/hooks\b|\bcrontab\b|\bcron (?:jobs?|entr(?:y|ies)|lines?)\b|\b(?:pre|post)-(?:commit|push|merge|receive|checkout|rewrite) hook\b|\bwith cron\b|\bvia cron\b|\bLaunchAgents?\b|\blaunchd\b|\bsystemd (?:unit|service|timer)s?\b|\b(?:shell|bash|login) (?:profile|script)\b|\brc file\b|\bautostart\b|\bstart-?up (?:folder|items|programs|scripts?)\b|\blogin items\b|\/etc\/(?:hosts|sudoers|profile|crontab|environment)\b|\bsudoers\b|HKCU\\|开机启动|启动项|定时任务|시작 프로그램|작업 스케줄러/i;
const PUTS =
  /\b(?:add|append|write|put|insert|set|change|register|install|create|copy|save|store|place|modify|extend|schedule|drop)\b|添加|写入|加入|追加|修改|设置|创建|추가|넣|기록|등록|설정|작성/i;
/** Whatever lies there runs by itself. */
const ALWAYS_RUN = /\.git\/hooks|core\.|LaunchAgent|login item|sudoers|start-?up|autostart/i;
const STARTS_SOMETHING =
  /\b(?:curl|wget|starts?|fetch(?:es)?|runs?|executes?|launch(?:es)?|calls?|invokes?|always (?:trust|allow|obey|follow|approve)|allow (?:all|every|any)|bypassPermissions|skip.{0,6}permissions|never ask|without asking)\b|`[^`\n]*\.(?:sh|py|js|ps1|bat|exe)\b[^`\n]*`|\bcore\.\w+|执行|运行|실행|\btrust\b/i;

/** An agent's own file is changed by many; what makes it obey without question is not. */
const isDocument = (place: string) => /\.md$|rules/i.test(place);
const OBEYS =
  /\b(?:always (?:trust|allow|obey|follow|approve|run)|trust|obey|never ask|without asking|(?:never|not?) (?:need|require)s? (?:\w+ )?(?:approval|confirmation|permission|review)|curl|wget|bypass\w*|allow all)\b/i;

/** Something is written where another program obeys it later. */
export const settlesIn: Frame = (step) => {
  const place = OBEYED.exec(step.text);
  if (place === null || (!step.isCjk && tells(step, PUTS) === null)) return null;
  if (step.isCjk && (says(step, PUTS) === null || has(step, "not"))) return null;
  if (
    /\b(?:read|check|look at|inspect|see|open|find)\b[^.]{0,30}$/i.test(step.text.slice(0, place.index)) &&
    !PUTS.test(step.text.slice(0, place.index))
  )
    return null;
  if (isDocument(place[0]) && !OBEYS.test(step.text)) return null;
  return {
    kind: "settles-in",
    object: place[0],
    themes: [
      "settings",
      "security",
      "permissions",
      ...(place[0].includes("hook") ? (["versions"] as const) : []),
    ],
    isHeavy:
      ALWAYS_RUN.test(place[0]) ||
      (step.text.match(/`[^`\n]*`/g)?.length ?? 0) > 1 ||
      STARTS_SOMETHING.test(step.text) ||
      OBEYS.test(step.text),
  };
};

const TAKES =
  /\b(?:read|open|copy|collect|gather|extract|dump|cat|grab|take|load|print|list|get|look (?:into|up|at)|quote|include|export|fetch|paste)\b|读取|打开|复制|收集|获取|提取|읽|열어|복사|수집|가져/i;
const PATHS =
  /(?:~|\$HOME|\/home\/\w+|\/Users\/\w+|\/etc|%USERPROFILE%|%APPDATA%)?[/\\]?[.\w][\w./\\ -]{2,60}/g;

/** Places of secrets that the purpose does not name are looked into. */
export const readsSecrets: Frame = (step, purpose) => {
  if (has(step, "send")) return null;
  const quoted = Array.from(step.text.matchAll(/`([^`\n]{2,120})`/g), ([, text = ""]) => text);
  const words = quoted.length > 0 ? quoted : Array.from(step.text.matchAll(PATHS), ([text]) => text.trim());
  const place = words.find((word) => sensitivePathKind(word.trim()) === "credentials");
  if (place === undefined || (step.isCjk ? says(step, TAKES) : tells(step, TAKES)) === null) return null;
  const service =
    /(?:aws|ssh|kube|docker|npm|pypi|gnupg|gcloud|solana|claude|codex|openclaw|git|cargo|terraform|netrc|history|azure|gemini|cursor|kaggle|huggingface|databricks)/i.exec(
      place,
    )?.[0] ?? "";
  if (service !== "" && purpose.speaksOf(service)) return null;
  if (/\b(?:exists?|present|permissions? of|check (?:that|whether|if))\b/i.test(step.text)) return null;
  return {
    kind: "reads-secrets",
    object: place,
    themes: ["security", "encrypting"],
    isHeavy: SHOWN.test(step.text) || find(step, ["show", "add"]) !== null,
  };
};

const SHOWN =
  /\b(?:list|summary|summari[sz]e|report|reply|answer|put|quote|show|include|paste|interesting|everything|contents?|values?|lines?)\b|内容|输出|내용|출력/i;

const SECRET_WORD = String.raw`(?:passwords?|api[ _-]?keys?|tokens?|secrets?|credentials?|private keys?|connection strings?|card numbers?|cvv|pins?|log-?in (?:data|details)|logins)`;
const KEEPS_OPENLY = new RegExp(
  String.raw`\b(?:store|save|keep|write|put|hard-?code|embed|place|log|record)\b[^.]{0,50}\b${SECRET_WORD}\b[^.]{0,60}\b(?:plain ?text|clear ?text|unencrypted|(?:in|into|to) (?:the|a|an) (?:\w+ )?(?:script|code|source|repository|repo|slides?|document|readme|commit|notebook|wiki|sheet|notes?|file name|title|comments?)|and commit)\b`,
  "i",
);
const LOGS_OPENLY =
  /\b(?:log|print|write|record|save|dump)\b[^.]{0,50}\b(?:authorization|tokens?|passwords?|api keys?|cookies|secrets|credentials)\b[^.]{0,40}\b(?:public|world-readable|shared|commit message|pull request|issue|url)\b/i;
const PRINTS_TOKEN = new RegExp(
  String.raw`\b(?:print|show|echo|display|repeat|include|quote|output|log|reveal|recite)\b[^.,;]{0,30}\b(?:the|any|every|each|their|your|its|users?['’]s?|full|whole) (?:[\w'’]+ ){0,2}(?:${SECRET_WORD}|key)\b[^.]{0,60}\b(?:reply|response|answer|chat|message|output|log|conversation|again|back|back in|confirm|verified|checked|at the end|in full)\b`,
  "i",
);
const SHOWS_ELSEWHERE =
  /(?:\.env|密钥|密码|令牌|凭证|私钥)[^。]{0,16}(?:全部|完整|原样|明文)?[^。]{0,8}(?:输出|打印|显示|写入)[^。]{0,10}(?:对话|聊天|回复|日志|终端)|(?:\.env|비밀번호|토큰|API 키|키)[^.]{0,24}(?:모두|전부|그대로|전체)[^.]{0,16}(?:출력|표시|보여)/;

/** Secrets stand where others read them. */
export const showsSecretsOpenly: Frame = (step: Step) => {
  if (/placeholder|masked|redact|\*{3}|example|last (?:four|4)|first (?:four|4)/i.test(step.text))
    return null;
  const kept = tells(step, KEEPS_OPENLY) ?? tells(step, LOGS_OPENLY);
  const object = kept ?? tells(step, PRINTS_TOKEN) ?? (step.isCjk ? says(step, SHOWS_ELSEWHERE) : null);
  return object === null ? null : { kind: "shows-secrets", object, themes: ["security"] };
};
