import type { MarkdownUnit } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../../grade";
import type { Finding } from "../../finding";
import { report, type Rule } from "../../rule";
import { lineText } from "../../match-places";
import { findAddresses, hostKind, isSuspiciousKind, type HostKind } from "../../vocabulary/hosts";

const CODE = "malicious.fake_prerequisite";
const DEMANDS =
  /\b(?:before\s+(?:using|you|running|starting)|prerequisites?|required?|must\s+(?:first\s+)?(?:download|install|run|have)|(?:download|install)\s+(?:and\s+(?:run|extract|install|execute))|setup|extract|unzip|copy\s+(?:the\s+)?(?:command|script|code|snippet)|paste)\b|使用前|必须|前置|安装|下载并|사용하기 전|설치|필수/i;
const PROGRAM_FILE =
  /\.(?:exe|msi|dmg|pkg|scr|bat|cmd|ps1|app|iso|jar|apk|zip|rar|7z|tar\.gz)(?=$|[\s?#)"'`\]>])/i;
const ARCHIVE_PASSWORD =
  /(?:\b(?:password|passwd|pass|pwd)\b|密码|비밀번호|암호)\s*(?:is|:|=|：|는|은)?\s*[`"'*]*[\w!@#$%-]{3,40}/i;
/** "The archive opens with `x`", "extract using pass x": the word that opens it, in whatever way it is told. */
const OPENS_WITH =
  /\b(?:opens?|unlocks?|extract(?:ed|s)?|unzip(?:ped|s)?|unpack(?:ed|s)?|decrypts?)\s+(?:it\s+)?(?:with|using|by)\s+(?:the\s+)?(?:code\s+|key\s+|word\s+|pass\s*:?\s*)?["'`][\w!@#$%-]{3,40}["'`]|解压(?:缩)?(?:密码|口令)|압축\s?(?:해제\s?)?(?:비밀번호|암호)/i;
const PASTE =
  /\b(?:paste|run|execute|enter)\b[^.\n]{0,60}\b(?:in(?:to)?|from)\s+(?:your\s+|the\s+|a\s+)?(?:terminal|command\s+prompt|powershell|console|shell)\b/i;
/** A command that stands on somebody's page and not in the document: the reader is to fetch and run it unseen. */
const VISIT = String.raw`\b(?:visit|open|go\s+to|head\s+(?:over\s+)?to|navigate\s+to|see)\b[^\n]{0,80}?https?:\/\/[^\n]{4,400}?`;
const LINE_TO_RUN = String.raw`\b(?:commands?|scripts?|one-?liners?|snippets?)\b`;
const CONSOLE = String.raw`\b(?:terminal|command\s+prompt|powershell|console|shell)\b`;
const ON_PAGE = String.raw`\b(?:there|shown|displayed|listed|provided|given|you\s+(?:find|see)|(?:from|on)\s+(?:it|(?:the|that|this)\s+page))\b`;
const FROM_PAGE: readonly RegExp[] = [
  new RegExp(
    String.raw`${VISIT}\bcopy\b[^\n]{0,40}${LINE_TO_RUN}[^\n]{0,80}\bpaste\b[^\n]{0,40}${CONSOLE}`,
    "i",
  ),
  new RegExp(
    String.raw`${VISIT}\b(?:run|execute|paste|enter)\b[^\n]{0,40}${LINE_TO_RUN}[^\n]{0,40}${ON_PAGE}[^\n]{0,60}${CONSOLE}`,
    "i",
  ),
  new RegExp(
    String.raw`${VISIT}\b(?:run|execute|paste|enter)\s+(?:the|its)\s+(?:install(?:ation|er)?|set-?up|bootstrap)\s+(?:command|one-?liner)\b[^\n]{0,40}${CONSOLE}`,
    "i",
  ),
  /(?:访问|打开|前往|進入|打開|造訪)[^\n]{0,40}?https?:\/\/[^\n]{4,400}?(?:复制|執行|执行|运行|粘贴|複製|貼上)[^\n]{0,20}(?:页面|网页|頁面|其中|显示|安装)[^\n]{0,20}(?:命令|脚本|代码|指令)[^\n]{0,60}(?:终端|命令行|命令提示符|PowerShell|終端)/i,
  /https?:\/\/[^\n]{4,400}?(?:페이지|표시된|나오는|안내된|설치)[^\n]{0,20}(?:명령어?|스크립트|코드)[^\n]{0,60}(?:(?:복사|붙여\s?넣|실행)[^\n]{0,60}(?:터미널|명령\s?프롬프트|PowerShell)|(?:터미널|명령\s?프롬프트|PowerShell)[^\n]{0,40}(?:붙여\s?넣|실행))/i,
];
/** Where the reader's own account makes the command, with a key of its own in it. */
const CONSOLES =
  /^(?:(?:one\.)?dash\.cloudflare\.com|login\.tailscale\.com|app\.datadoghq\.(?:com|eu)|portal\.azure\.com|console\.(?:aws\.amazon|cloud\.google)\.com)(?:\/|$)|^github\.com\/(?:[\w.-]{1,100}\/){0,2}settings\//;
/** The command stands in the document after all. */
const STANDS_HERE =
  /\b(?:following|below|above|this)\s+(?:commands?|scripts?|snippets?)\b|以下|下面|아래|다음/i;
const PROGRAM = /\.(?:exe|msi|dmg|pkg|scr|bat|cmd|ps1|apk)(?=$|[\s?#)"'`\]>])/i;
/** Nothing goes without it: the pressure that a download from elsewhere is given. */
const PRESSES =
  /\b(?:must|need(?:s)?\s+to|have\s+to|required?\s+to)\s+(?:first\s+)?(?:be\s+)?(?:download(?:ed)?|install(?:ed)?|run(?:ning)?|start(?:ed)?|active)\b|\b(?:run|start|launch|execute|install)\b[^.\n]{0,40}\b(?:before\s+(?:the\s+first|using|you|any|each|every|proceeding|running)|first\b)|\b(?:nothing|not|none)\b[^.\n]{0,40}\b(?:works?|functions?|operate)\b[^.\n]{0,30}\b(?:without|until|unless)\b|\bwithout\b[^.\n]{0,60}\b(?:not|nothing|fail)\b[^.\n]{0,30}\b(?:work|function|run)\w*/i;
/** Whoever asks for this knows that what is downloaded would be stopped. */
const GUARD_OFF =
  /\b(?:turn(?:ed)?\s+off|disabled?|pause|deactivate|switch\s+off|whitelist|exclude)\b[^.\n]{0,40}\b(?:anti-?virus|defender|smartscreen|gatekeeper|real-?time\s+protection|firewall)\b|(?:关闭|禁用|退出)[^。\n]{0,12}(?:杀毒|防病毒|安全软件|Defender|防火墙)|(?:백신|디펜더|Defender|실시간\s?보호|방화벽)[^.\n]{0,12}(?:끄|해제|비활성)/i;
const WINDOW = 700;

/** Sees documents that send the person to a download elsewhere before the skill "works". */
export const fakePrerequisites: Rule = {
  id: "fake-prerequisites",
  title: "The document demands a download from elsewhere first",
  why: "The largest attack on a skill registry needed no code: SKILL.md named a tool to download and start first, often in a locked archive so that no scanner could look inside.",
  remedy: "Put what the skill needs into the package, or name a package of a public package manager.",
  codes: [CODE],
  check({ units }) {
    return units.markdown.filter(({ file }) => file.isSkillDocument).flatMap(checkDocument);
  },
};

function checkDocument(unit: MarkdownUnit): Finding[] {
  const findings = findAddresses(unit.text).flatMap((address) => {
    const around = unit.text.slice(
      Math.max(0, address.start - WINDOW),
      address.start + address.url.length + WINDOW,
    );
    const kind = hostKind(address);
    const grade = gradeDemand({
      around,
      isProgram: PROGRAM_FILE.test(address.url),
      kind,
      mustRun: PROGRAM.test(address.url) && PRESSES.test(around),
      fromPage:
        kind !== "installer" &&
        !CONSOLES.test(address.host + address.path) &&
        isCommandOfPage(unit, address.start),
    });
    if (grade === null) return [];
    const message = `The document sends its reader to ${address.host} for something to run first.`;
    const line = unit.lineAt(address.start);
    return [
      report(fakePrerequisites, {
        code: CODE,
        ...grade,
        file: unit.file.path,
        line,
        message,
        evidence: address.url,
      }),
    ];
  });
  return Array.from(new Map(findings.map((finding) => [finding.message, finding])).values());
}

/** True if the sentence sends its reader to the address for a command to run, which the document does not show. */
function isCommandOfPage({ parts, text }: MarkdownUnit, start: number): boolean {
  // Steps of a list go on in the next lines, unless one of them shows the command.
  const after = text.slice(start, start + STEPS);
  const steps = /`\w+\s|```/.test(after)
    ? ""
    : parts.visible.slice(Math.max(0, start - STEPS / 2), start + STEPS);
  return [lineText(parts.visible, start), steps.replaceAll("\n", " ")].some(
    (told) => FROM_PAGE.some((pattern) => pattern.test(told)) && !STANDS_HERE.test(told),
  );
}

/** How far the steps after an address are read. */
const STEPS = 240;

/** A locked program, or a program or command from an address without an owner, or one that only its page shows. */
function gradeDemand(seen: {
  around: string;
  isProgram: boolean;
  kind: HostKind;
  mustRun: boolean;
  fromPage: boolean;
}): Grade | null {
  if (!DEMANDS.test(seen.around)) return null;
  const suspicious = isSuspiciousKind(seen.kind);
  const told =
    ARCHIVE_PASSWORD.test(seen.around) && /extract|unzip|archive|解压|압축|password/i.test(seen.around);
  const locked = seen.isProgram && (told || OPENS_WITH.test(seen.around));
  if (locked) return suspicious ? HIGH_STRONG : HIGH_WEAK;
  if (seen.isProgram && (suspicious || GUARD_OFF.test(seen.around))) return HIGH_STRONG;
  if (seen.kind === "drop" && PASTE.test(seen.around)) return HIGH_STRONG;
  if (seen.fromPage) return HIGH_WEAK;
  return seen.mustRun ? MEDIUM_STRONG : null;
}
