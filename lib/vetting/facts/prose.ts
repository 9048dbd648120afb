import { looksLikeCommand } from "../reading/embedded/embedded-commands";
import { findEncodedTexts } from "../reading/embedded/hidden-texts";
import type { SourceFile } from "../reading/source-file";
import { LOOK_ALIKE_LETTERS, SIMPLIFIED_LETTERS } from "../vocabulary/look-alike-letters";
import { saysWord, VOCABULARY } from "../vocabulary/data";
import type { Fact, Origin } from "./fact";
import { findAddresses, hostTraits, isOwnPlace } from "./hosts";
import type { Purpose } from "./purpose";
import type { DocumentUnit, Units } from "./read-units";

const MAX_TELLS = 40;

/** What documents hide from people, send them to fetch and run, and what in them a person should read. */
export function readProse(units: Units, purpose: Purpose): Fact[] {
  const binary = units.inBinary.flatMap(({ file, text }) =>
    hiddenOrder(text, { file, line: 1, origin: "skill" }, "binary"),
  );
  return binary.concat(units.documents.flatMap((document) => readDocument(document, purpose)));
}

interface Place {
  readonly file: SourceFile;
  readonly line: number;
  readonly origin: Origin;
}

const factAt = (
  { file, line, origin }: Place,
  kind: Fact["kind"],
  fact: Pick<Fact, "object" | "traits" | "evidence">,
): Fact => ({
  kind,
  file: file.path,
  line,
  origin,
  ...fact,
  object: fact.object.replace(/\s+/g, " ").trim().slice(0, 160),
});

function readDocument({ file, parts, origin, lines }: DocumentUnit, purpose: Purpose): Fact[] {
  const at = (start: number): Place => ({ file, line: lines.lineAt(start), origin });
  const isPart = file.path.includes("!/");
  const facts = parts.hidden.flatMap(({ text, start }) =>
    hiddenOrder(text, at(start), isPart ? "document-part" : "comment"),
  );
  facts.push(...loads(file.text ?? "", at));
  for (const { text, start } of findEncodedTexts(file.text ?? ""))
    facts.push(...hiddenOrder(text, at(start), "encoded"));
  if (origin === "skill" || origin === "followed") {
    const told = parts.prose.flatMap(({ text, start }) =>
      tells(
        text,
        SPOKEN_OF.test((file.text ?? "").slice(Math.max(0, start - 200), start)) ||
          SPOKEN_OF.test(text) ||
          QUOTES.test(text)
          ? { ...at(start), origin: "quoted" }
          : at(start),
        purpose,
      ),
    );
    facts.push(...told.slice(0, MAX_TELLS));
  }
  if (origin === "skill")
    facts.push(...demands(file, parts.front.text.length, (start) => at(start), purpose));
  return facts;
}

/** Words for what an order is about; each alone stands in honest texts too. */
function orderTraits(written: string): string[] {
  const text = plainLetters(written);
  const traits: string[] = [];
  if (saysWord(text, "orders_rules")) traits.push("rules");
  if (saysWord(text, "orders_hide")) traits.push("secrecy");
  if (saysWord(text, "orders_send")) traits.push("sending");
  if (saysWord(text, "orders_money")) traits.push("money");
  if (SECRET_PLACE.test(text) || TOKEN.test(text)) traits.push("secrets");
  if (findAddresses(text).some(({ host }) => !isOwnPlace(host))) traits.push("address");
  return traits;
}

/** Letters of other forms and scripts as a model reads them. */
function plainLetters(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(
    text.normalize("NFKC"),
    (letter) => LOOK_ALIKE_LETTERS[letter] ?? SIMPLIFIED_LETTERS[letter] ?? letter,
  ).join("");
}

const MAX_DATA = 1024 * 1024;

/** An order in data, code or a document's text: nobody reads there what an agent is told. */
export function findOrdersInData(file: SourceFile): Fact[] {
  const { text, path } = file;
  if (text === null || file.isSkillDocument || file.language === "markdown") return [];
  const plain = plainLetters(
    text
      .slice(0, MAX_DATA)
      .replace(
        /\\u00([0-9a-f]{2})/gi,
        (_whole, digits: string) => `     ${String.fromCharCode(parseInt(digits, 16))}`,
      ),
  ).toLowerCase();
  const at = (VOCABULARY.words["orders_rules"] ?? [])
    .map((word) => plain.indexOf(word))
    .find((place) => place !== -1);
  if (at === undefined) return [];
  const passage = plain.slice(Math.max(0, at - 40), at + 360);
  const traits = orderTraits(passage);
  const isGrave =
    traits.includes("rules") &&
    (traits.includes("secrecy") || (traits.includes("secrets") && traits.includes("sending")));
  if (
    !isGrave ||
    /\b(?:detect|flag|block|refuse|attack|injection|reject|malicious|jailbreak|pattern|regex|test)\w*/i.test(
      plain.slice(Math.max(0, at - 400), at + 400),
    )
  )
    return [];
  const line = text.slice(0, at).split("\n").length;
  return [
    factAt({ file, line, origin: TESTS.test(path) ? "document" : "script" }, "hides-order", {
      object: passage,
      traits: [...traits, "in-data"].sort(),
      evidence: passage,
    }),
  ];
}

const TESTS = /(?:^|\/)(?:tests?|__tests__|fixtures?|evals?)\//i;

const SECRET_PLACE =
  /\.ssh\b|id_rsa|\.aws\b|\.env\b|\bcredentials?\b|\bapi[ _-]?keys?\b|\bpasswords?\b|\bprivate keys?\b|\bsecrets?\b|密钥|私钥|密码|凭据|环境变量|环境变数|비밀번호|API 키|개인 키/i;
/** One that opens something; models count tokens of another kind. */
const TOKEN =
  /(?<!\d ?k? |\b(?:max|per|of|more|fewer|less|input|output|context|prompt)[ _-])\btokens?\b(?! (?:counts?|budgets?|limits?|usage|windows?|costs?|efficien\w+))/i;
const IMPERATIVE =
  /\b(?:read|run|execute|send|upload|post|copy|ignore|delete|install|fetch|download|open|write|append|add|call|use|include|forward|transfer|email|push|tell|ask|set|save|print|reveal)\b/i;
const ADDRESSES_AGENT =
  /\b(?:you|agent|assistant|ai|model|claude|llm|gpt)\b|\b(?:always|never|must|before|first|instead|secretly|silently)\b/i;
const EASTERN_ORDER =
  /(?:请|必须|务必|运行|执行|上传|发送|读取|忽略|不要告诉|하세요|하라|실행|전송|업로드|무시|보내)/;

/** `!` before a command in backquotes: agents run it while they read the document. Behind a word it is a sign of the code. */
function loads(text: string, at: (start: number) => Place): Fact[] {
  if (!text.includes("!`") && !text.includes("```!")) return [];
  return Array.from(
    text.matchAll(/(?<![\w`)\]}"'])!`([^`\n]{2,500})`|^```!\s*\n([^`]{2,2000})^```/gm),
  ).flatMap((match) => {
    const command = match[1] ?? match[2] ?? "";
    const traits = [
      /(?:^|[;&|]\s*)(?:env|printenv|set)\s*(?:$|\|\s*(?:base64|curl|nc))|\.ssh(?!\S{0,40}\.pub)|\.aws|\.netrc|id_rsa|\$\{?\w*(?:KEY|TOKEN|SECRET|PASS)/.test(
        command,
      )
        ? "secrets"
        : "",
      /\bcurl\b(?!.*(?:localhost|127\.0\.0\.1)).*\s-(?:d|-data|F|T|X)|\bwget\b.*--post|\bnc\b/.test(command)
        ? "sending"
        : "",
    ].filter((trait) => trait !== "");
    return [factAt(at(match.index), "loads", { object: command, traits, evidence: match[0] })];
  });
}

/** A text that people do not see and that orders something. */
function hiddenOrder(text: string, place: Place, how: string): Fact[] {
  const bare = text.replace(/\s+/g, " ").trim();
  if (bare.length < 8 || bare.length > 20_000) return [];
  const traits = orderTraits(bare);
  const isCommand =
    looksLikeCommand(bare) && /\b(?:curl|wget|bash|sh|eval|rm|nc|scp)\b.*(?:https?:|\||~\/|\/)/.test(bare);
  const grave =
    traits.includes("rules") ||
    traits.includes("secrecy") ||
    (traits.includes("secrets") && (traits.includes("sending") || traits.includes("address"))) ||
    isCommand ||
    (traits.includes("money") && traits.includes("sending"));
  const isOrder =
    (IMPERATIVE.test(bare) && ADDRESSES_AGENT.test(bare)) || EASTERN_ORDER.test(plainLetters(bare));
  if (!grave && (how === "encoded" || how === "binary" || !isOrder)) return [];
  const isNote =
    /^\s*(?:TODO|FIXME|NOTE|prettier|markdownlint|eslint|toc|END|BEGIN|\/?\w[\w-]{0,30}\s*(?:start|end|:)?)\b[^.]{0,40}$/i.test(
      bare,
    ) || /SPDX|copyright|generated by|auto-?generated|do not edit|badge|template|changelog/i.test(bare);
  if (isNote && !grave) return [];
  // What is hidden counts in full wherever it stands: nobody hides what is only to be looked up.
  const counted: Place = grave ? { ...place, origin: "skill" } : place;
  return [
    factAt(counted, "hides-order", {
      object: bare,
      traits: [...traits, how, ...(grave ? ["grave"] : [])].sort(),
      evidence: bare,
    }),
  ];
}

/** A passage that orders something about sending, hiding, rules or money: to be read by a person, without a verdict. */
function tells(text: string, place: Place, purpose: Purpose): Fact[] {
  if (text.length > 4_000) return [];
  const traits = orderTraits(text);
  const isAbout = findAddresses(text).every(({ host }) => isOwnPlace(host) || purpose.isAbout(host));
  const matters =
    traits.includes("rules") ||
    traits.includes("secrecy") ||
    traits.includes("money") ||
    (traits.includes("sending") && (traits.includes("secrets") || (traits.includes("address") && !isAbout)));
  if (!matters) return [];
  return [factAt(place, "tells", { object: text, traits, evidence: text })];
}

/** Words of a text that tells of attacks. */
const SPOKEN_OF =
  /\b(?:attack(?:s|er|ers)?|injections?|detect(?:s|ed|ion)?|flag(?:s|ged)?|reject(?:s|ed)?|malicious|red flags?|phrases?|jailbreaks?|refuse)\b|攻击|注入|检测|공격|탐지/i;
/** What stands in quotes or in a table is spoken of. */
const QUOTES = /["“「`|][^"”」`|\n]{0,60}(?:ignore|disregard|do not tell|don't tell|忽略|무시)/i;

const PROGRAM = /\.(?:exe|msi|dmg|pkg|scr|bat|cmd|ps1|app|iso|jar|apk|zip|rar|7z)(?=$|[\s?#)"'`\]>])/i;
const LOCKED = [
  /\b(?:pass(?:word|phrase|code)?|pwd)\s*(?:is|:|=)?\s*[:"'`*\s]{0,6}[\w!@#$%-]{3,40}/i,
  /\b(?:extract(?:ed|s)?|opens?|unlocks?|unzip(?:ped|s)?)\s*(?:it\s+)?(?:using|with)\b/i,
  /解压(?:缩)?(?:密码|口令)|密码\s*[:：]|비밀번호|암호\s*[:：는]/,
];
const TO_RUN =
  /\b(?:run|runs|execute|launch|open|start|double-click|install|paste)\b|运行|执行|打开|粘贴|실행|열|붙여/i;
const PRESSURE =
  /\b(?:required?|prerequisites?|must|before|first|critical|important|without|needed|necessary|will not (?:work|function))\b|必须|前置|安装前|使用前|필수|필요|먼저|사용하기 전/i;
const CONSOLE = /\b(?:terminal|command prompt|powershell|console|shell)\b|终端|命令行|터미널|명령 프롬프트/i;
const FROM_PAGE =
  /\b(?:execute|run|paste|copy|enter)\b[^.\n]{0,60}\b(?:commands?|scripts?|one-?liners?|snippets?|code)\b|(?:执行|运行|粘贴|复制)[^。\n]{0,20}(?:命令|脚本|代码|指令)|(?:명령어?|스크립트|코드)[^.\n]{0,30}(?:실행|복사|붙여)/i;
const VISITS =
  /\b(?:visit|open|go to|head (?:over )?to|navigate to|see|from)\b[^.\n]{0,80}$|访问|打开|前往|방문|열|접속/i;
const GUARD_OFF = [
  /\b(?:turn(?:ed)?|switch(?:ed)?|disabled?|pause|deactivate|exclude|whitelist)\b[^.\n]{0,40}\b(?:anti-?virus|defender|smartscreen|gatekeeper|real-?time protection|firewall)\b/i,
  /(?:关闭|禁用|退出)[^。\n]{0,12}(?:杀毒|防病毒|安全软件|Defender|防火墙)/i,
  /(?:백신|디펜더|방화벽)[^.\n]{0,12}(?:끄|해제|비활성)/,
];
/** Where the reader's own account makes the command, with a key of its own in it. */
const OWN_CONSOLE =
  /^(?:(?:one\.)?dash\.|login\.|app\.|portal\.|console\.)|\/settings\b|\/keys?\b|\/tokens?\b|\/account\b/;
const WINDOW = 380;

/** Addresses of a program or a page of commands that the reader is told to run first. */
function demands(
  file: SourceFile,
  bodyStart: number,
  at: (start: number) => Place,
  purpose: Purpose,
): Fact[] {
  const text = file.text ?? "";
  return findAddresses(text.slice(0, 200_000)).flatMap((address): Fact[] => {
    if (address.start < bodyStart || isOwnPlace(address.host)) return [];
    const before = text.slice(Math.max(bodyStart, address.start - WINDOW), address.start);
    const after = text.slice(address.start, address.start + address.url.length + WINDOW);
    const around = before + after;
    const traits = hostTraits(address);
    const isSuspect = traits.some((trait) =>
      /^(?:bare-address|drop|shortener|collector|unencrypted)$/.test(trait),
    );
    const isProgram = PROGRAM.test(address.url);
    const isPressed = PRESSURE.test(around) && TO_RUN.test(around);
    if (isProgram && GUARD_OFF.some((each) => each.test(around))) traits.push("guard-off");
    if (isProgram && isPressed) {
      if (LOCKED.some((each) => each.test(around))) traits.push("locked-program");
      if (/\.(?:exe|msi|dmg|pkg|scr|bat|cmd|ps1|apk)(?:$|[?#])/i.test(address.url)) traits.push("program");
    }
    const line = text.slice(text.lastIndexOf("\n", address.start) + 1, endOfLine(text, address.start));
    const near = `${before.slice(-120)}${after.slice(0, address.url.length + 160)}`;
    const isShown =
      /```|\b(?:following|below|above)\s+(?:commands?|scripts?)/i.test(
        after.slice(0, address.url.length + 200),
      ) || /以下|下面|아래|다음/.test(line);
    const isPage =
      !isProgram &&
      CONSOLE.test(near) &&
      FROM_PAGE.test(near) &&
      (VISITS.test(line.slice(0, Math.max(0, line.indexOf(address.url)))) || /페이지|页面|网页/.test(line)) &&
      !isShown &&
      !OWN_CONSOLE.test(address.host + address.path) &&
      !traits.includes("installer");
    if (isPage) traits.push("page-of-commands");
    if (purpose.isForeign(address)) traits.push("foreign");
    if (isSuspect) traits.push("suspect-host");
    const isTold = traits.some((trait) =>
      /^(?:locked-program|guard-off|program|page-of-commands)$/.test(trait),
    );
    return isTold
      ? [
          factAt(at(address.start), "tells-to-run", {
            object: address.url,
            traits: traits.sort(),
            evidence: line,
          }),
        ]
      : [];
  });
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
