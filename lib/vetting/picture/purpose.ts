import type { SkillFacts } from "../skill-facts";
import type { DeedKind } from "./picture";

/** What a skill is about, so far as it changes what one expects of it. */
export type Theme =
  | "security"
  | "deleting"
  | "versions"
  | "databases"
  | "playing"
  | "encrypting"
  | "sending"
  | "made-up"
  | "permissions"
  | "load"
  | "running-code"
  | "settings"
  | "tests";

const THEMES: readonly (readonly [Theme, RegExp])[] = [
  [
    "security",
    /secur|vulnerab|pentest|penetration|malware|threat|red.?team|owasp|\bctf\b|forensic|injection|harden|exploit|phishing|privacy|audit|安全|漏洞|渗透|攻防|보안|취약/,
  ],
  [
    "deleting",
    /delet|clean|purg|prun|retention|remov|dedup|uninstall|reset|organi[sz]|housekeep|清理|删除|整理|清除|삭제|정리|청소/,
  ],
  [
    "versions",
    /\bgit\b|commit|branch|rebase|version control|pull request|worktree|release|提交|版本|깃\b|커밋/,
  ],
  [
    "databases",
    /database|\bsql\b|postgres|mysql|sqlite|migration|schema|supabase|prisma|数据库|데이터베이스/,
  ],
  [
    "playing",
    /role.?play|character|persona|fiction|story|novel|game|roast|comed|humou?r|simulat|角色|小说|故事|游戏|역할극|소설|게임|캐릭터/,
  ],
  ["encrypting", /encrypt|vault|secret|password|gpg|\bage\b|加密|암호/],
  [
    "sending",
    /upload|back.?ups?\b|sync|shar|publish|deploy|send|post|e-?mail|notif|webhook|export|host|上传|备份|同步|发布|发送|部署|업로드|백업|동기화|게시|전송|배포|공유|알림/,
  ],
  [
    "made-up",
    /mock|fake|synthetic|fixture|test data|placeholder|anonymi|pseudonym|satire|parody|marketing|advert|copywrit|promot|affiliate|seo|campaign|测试数据|模拟|脱敏|营销|推广|广告|가상|모의|익명|마케팅|홍보|광고/,
  ],
  ["permissions", /permission|access control|chmod|\brbac\b|devops|sysadmin|server admin|权限|권한/],
  ["load", /load.?test|stress|benchmark|crawl|scrap|monitor|压测|爬虫|부하|크롤/],
  [
    "settings",
    /claude code|claude\.md|agents?\.md|hook|setting|config|set.?up|install|bootstrap|dotfile|shell|alias|memor|remember|cron|schedul|automat|plugin|editor|vs ?code|onboard|initiali|environment|设置|配置|安装|记忆|定时|设定|설정|구성|설치|기억|예약/,
  ],
  ["tests", /\btests?\b|testing|\bqa\b|e2e|测试|테스트/],
  [
    "running-code",
    /sandbox|interpreter|notebook|repl\b|execut|run(?:s|ning)? code|code runner|evaluat|calculator|playground|运行代码|执行代码|计算|코드 실행|계산/,
  ],
];

/** Services that many skills use without a word in their description. */
const WELL_KNOWN =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|googleapis\.com|google\.com|openai\.com|anthropic\.com|claude\.(?:ai|com)|slack\.com|notion\.(?:com|so)|atlassian\.(?:com|net)|huggingface\.co|vercel\.com|cloudflare\.com|microsoft\.com|office\.com|live\.com|azure\.com|amazonaws\.com|feishu\.cn|larksuite\.com|dingtalk\.com|weixin\.qq\.com|qq\.com|aliyuncs?\.com|baidu\.com|bilibili\.com|naver\.com|kakao\.com|deepseek\.com|moonshot\.cn|bigmodel\.cn|replicate\.com|stripe\.com|discord\.com|telegram\.org|reddit\.com|youtube\.com|x\.com|twitter\.com|linkedin\.com|airtable\.com|linear\.app|figma\.com|supabase\.(?:com|co)|sentry\.io|twilio\.com|sendgrid\.com|hubapi\.com|shopify\.com|wordpress\.com|medium\.com|wikipedia\.org|arxiv\.org|docker\.(?:com|io)|kubernetes\.io|apple\.com|mozilla\.org|python\.org|nodejs\.org)$/;
const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[?::1)|\.(?:local|internal|localhost|lan)$|^[a-z0-9_-]+$/;
/** Parts of a host that say nothing of whose it is. */
const COMMON_LABELS =
  /^(?:www\d?|api\d?|app|com|net|org|io|dev|ai|co|cn|kr|jp|de|uk|eu|us|me|so|sh|xyz|cloud|online|site|tech|info|biz|gg|tv|to|example|test|invalid|docs?|cdn|static|mail|data|server|services?|upload|backup|files?|sync|store|storage|collect|log|logs|telemetry|analytics|s3|v\d)$/;
/** So often a skill names the host that it is about. */
const MENTIONS_OF_OWN = 3;

/** Suffixes below which anybody has a name. */
const SHARED =
  /(?:^|\.)(?:github\.io|gitlab\.io|vercel\.app|netlify\.app|herokuapp\.com|workers\.dev|pages\.dev|fly\.dev|onrender\.com|railway\.app|web\.app|firebaseapp\.com|run\.app|supabase\.co|azurewebsites\.net|amazonaws\.com|googleapis\.com|ngrok\.io)$/;

/** The part of a host that its owner registered: a name put before somebody's own domain says nothing. */
function ownLabels(host: string): string[] {
  const labels = host.replace(SHARED, "").split(".");
  if (SHARED.test(host)) return labels.slice(-1);
  const owned =
    /^(?:co|com|org|net|ac|go|or|gov|edu)$/.test(labels.at(-2) ?? "") && labels.length > 2 ? -3 : -2;
  return labels.slice(owned, owned + 1);
}

/** Skills that tell, show and name, and by their own word change nothing. */
const ONLY_TELLS =
  /^(?:\w+ )?(?:explains?|describes?|suggests?|shows?|lists?|names?|formats?|summari[sz]es?|sums? up|counts?|draws?|teach(?:es)?|answers?|tells?|compares?|prints?|translates?|colou?rs?)\b/i;
const CHANGES =
  /\b(?:fix|clean|delet|remov|manag|deploy|migrat|reset|prun|creat|writ|organi|convert|sync|updat|undo|automat|generat|appl|run|execut|clear|tidy)\w*/i;
/** What such a skill has no business with, whatever it is about. */
const GRAVE: ReadonlySet<DeedKind> = new Set(["destroys", "locks-away", "weakens", "opens-up"]);

/** What is expected of a skill: by its name, its description, and what it declares and names. */
export class Purpose {
  private readonly text: string;
  private readonly themes: ReadonlySet<Theme>;
  private readonly onlyTells: boolean;

  constructor(
    facts: SkillFacts,
    private readonly frontmatter: string,
    private readonly mentions: ReadonlyMap<string, number>,
  ) {
    this.text = `${facts.name} ${facts.description}`.toLowerCase().slice(0, 4000);
    this.onlyTells = ONLY_TELLS.test(facts.description) && !CHANGES.test(facts.description);
    this.themes = new Set(THEMES.flatMap(([theme, words]) => (words.test(this.text) ? [theme] : [])));
  }

  /** True for a deed that none of its themes excuses: a skill that only explains databases empties none. */
  isForeign(kind: DeedKind, themes: readonly Theme[]): boolean {
    if (this.themes.has("security") && themes.includes("security")) return false;
    return (this.onlyTells && GRAVE.has(kind)) || !themes.some((theme) => this.themes.has(theme));
  }

  is(theme: Theme): boolean {
    return this.themes.has(theme);
  }

  /** True for a name or description that a pattern, in small letters, finds. */
  matches(pattern: RegExp): boolean {
    return pattern.test(this.text);
  }

  /** True for a service or program that the name or description speaks of. */
  speaksOf(word: string): boolean {
    return this.text.includes(word.toLowerCase());
  }

  /** True for a host that the skill's name, description or settings name, and for the user's own machines. */
  names(host: string): boolean {
    if (LOCAL.test(host)) return true;
    const settled = this.text.replace(/[^\p{L}\p{N}]/gu, "");
    return (
      this.frontmatter.includes(host) ||
      ownLabels(host).some((label) => {
        const plain = label.replace(/[^a-z0-9]/g, "");
        return plain.length > 2 && !COMMON_LABELS.test(label) && settled.includes(plain);
      })
    );
  }

  /** True for the user's own machines, and for a name that is only a name in their network. */
  isAtHome(host: string): boolean {
    return LOCAL.test(host);
  }

  /** True also for a host that the skill speaks of throughout, and for services that everybody knows. */
  expects(host: string): boolean {
    return this.names(host) || WELL_KNOWN.test(host) || (this.mentions.get(host) ?? 0) >= MENTIONS_OF_OWN;
  }
}
