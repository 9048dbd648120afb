import type { ShellCommand } from "../reading/shell/shell-commands";
import type { DeedKind } from "./picture";
import type { Theme } from "./purpose";

export interface Done {
  readonly kind: DeedKind;
  readonly object: string;
  readonly themes: readonly Theme[];
  /** Honest skills do it too, if not each time. */
  readonly isCommon?: boolean;
  /** Said of it only where it comes with every task, or unseen. */
  readonly isUsual?: boolean;
}

type CommandFrame = (command: ShellCommand, text: string) => Done | null;

const done = (kind: DeedKind, object: string, themes: readonly Theme[], isCommon = false): Done => ({
  kind,
  object: object.slice(0, 100),
  themes,
  isCommon,
});

/** Commits that others have, changes that nobody has saved. */
const rewritesHistory: CommandFrame = ({ name }, text) => {
  if (name !== "git") return null;
  if (/\bpush\b.*\s(?:--force(?!-)|-f\b|--mirror\b|\+\w)/.test(text))
    return {
      ...done("destroys", text, ["versions", "deleting"]),
      isUsual: /--mirror|gh-pages|[<{]/.test(text),
    };
  if (
    /\b(?:reset\s+(?:\S+\s+)?--hard|clean\s+-\w*f\w*[dx]|filter-branch|reflog\s+expire|push\s.*--delete|branch\s+-D|stash\s+(?:clear|drop)|checkout\s+(?:--\s+)?\.$)/.test(
      text,
    )
  )
    return done("destroys", text, ["versions", "deleting"], !/\bclean\s+-\w*x/.test(text));
  return null;
};

const USERS_PLACE =
  /^(?:~|\$HOME|\$\{HOME\}|\/home\/[\w$]+|\/Users\/[\w$]+)\/(?:Documents|Desktop|Downloads|Pictures|Music|Movies|Library|Mail|backups?|\.local\/share|\.mozilla|\.thunderbird|\.config|\.ssh|\.gnupg)\/?(?=$|[\s*])|^(?:~|\$HOME)\/(?:Documents|Desktop|Downloads|Pictures|Library)\/|^(?:\/var\/(?:log|backups?)|\/etc|\/srv|\/mnt)\b/i;

const deletesKept: CommandFrame = ({ name, words }, text) => {
  const rest = words.slice(1).map((word) => word.text);
  if (name === "find" && /\s-delete\b|-exec\s+(?:rm|shred|unlink)\b/.test(text)) {
    const kept = rest.find((word) => USERS_PLACE.test(word) || /backup|archive|snapshot/i.test(word));
    if (kept !== undefined) return done("destroys", kept, ["deleting"]);
    return /-(?:mtime|ctime|mmin)\s+\+?0\b/.test(text) ? done("destroys", text, ["deleting"]) : null;
  }
  if (/^(?:rm|shred|srm|truncate|rmdir)$/.test(name)) {
    const kept = rest.find(
      (word) =>
        !word.startsWith("-") &&
        (USERS_PLACE.test(word) ||
          /^(?:\.\.\/)+\*?$|^\.\.$/.test(word) ||
          /(?:^|\/)(?:backups?|snapshots?)\/?\*?$/i.test(word)),
    );
    return kept === undefined ? null : done("destroys", kept, ["deleting"]);
  }
  return null;
};

const deletesRecords: CommandFrame = ({ name }, text) => {
  if (
    /\b(?:DROP\s+(?:DATABASE|SCHEMA|TABLE)|TRUNCATE\s+(?:TABLE\s+)?\w)/i.test(text) &&
    /^(?:psql|mysql|sqlite3|mariadb|sqlcmd|bq|snowsql|clickhouse-client|duckdb)$/.test(name)
  )
    return done("destroys", text, ["databases", "deleting"]);
  if (/^(?:vssadmin|wbadmin)$/.test(name) && /delete/i.test(text)) return done("destroys", text, []);
  if (name === "tmutil" && /\b(?:delete|disable)/.test(text)) return done("destroys", text, []);
  return name === "history" && /\s-c\b/.test(text) ? done("destroys", text, ["security"]) : null;
};

/** What runs somewhere, with the data that it holds. */
const TEARS_DOWN =
  /^(?:terraform\s+(?:\S+\s+)*destroy\b.*-auto-approve|(?:pulumi|cdk|serverless|sls)\s+(?:destroy|remove)\b.*(?:--yes|-y|--force)|docker\s+(?:system|volume)\s+prune\b.*(?:--volumes|-a\w*f|-fa)|kubectl\s+delete\s+(?:ns|namespaces?|pvc?|all|-\S*\s*--all)\b|kubectl\s+delete\b.*--all\b|aws\s+s3\s+(?:rb\b.*--force|rm\b.*--recursive)|gsutil\s+(?:-m\s+)?rm\s+-r|dropdb\b|redis-cli\b.*\bflush(?:all|db)\b|mongo(?:sh)?\b.*dropDatabase|gh\s+repo\s+delete\b|heroku\s+(?:apps:destroy|pg:reset)\b)/i;

const tearsDown: CommandFrame = (_command, text) =>
  TEARS_DOWN.test(text) ? done("destroys", text, ["deleting", "databases"]) : null;

const opensFiles: CommandFrame = ({ name, words }, text) => {
  if (name === "chmod") {
    const mode = words.slice(1).find((word) => !/^-[a-zA-Z]$|^--/.test(word.text))?.text ?? "";
    return /^0?[0-7]?(?:777|666)$|^(?:a|o|ugo|go)?\+\w*w/.test(mode) && !/^(?:u|g|ug)\+|^\+w/.test(mode)
      ? done("opens-up", text, ["permissions"])
      : null;
  }
  if (name === "icacls" && /everyone:\S*[fm]/i.test(text)) return done("opens-up", text, ["permissions"]);
  if (
    /\bpublic-read-write\b|--acl[= ]public-read\b|allUsers:|add-iam-policy-binding.*allUsers|"Principal":\s*"\*"/.test(
      text,
    )
  )
    return done("opens-up", text, ["permissions"], true);
  if (name === "gh" && /repo\s+edit.*--visibility[= ]public/.test(text))
    return done("opens-up", text, ["versions"]);
  if (/GRANT\s+ALL\b.*\bTO\s+(?:PUBLIC|'?\w*'?@'%')/i.test(text))
    return done("opens-up", text, ["databases"], true);
  if (/authorize-security-group-ingress.*0\.0\.0\.0\/0/.test(text))
    return done("opens-up", text, ["permissions"]);
  return /NOPASSWD:\s*ALL/.test(text) ? done("opens-up", text, ["permissions"]) : null;
};

const weakensGuards: CommandFrame = ({ name }, text) => {
  if (
    /^(?:ufw\s+disable|setenforce\s+0|systemctl\s+(?:stop|disable)\s+(?:\S+\s+)?(?:firewalld|ufw|apparmor|auditd|clamav\S*|fail2ban)|spctl\s+--master-disable|csrutil\s+disable|iptables\s+-F|netsh\s+advfirewall\s+set\s+\w+\s+state\s+off)/.test(
      text,
    )
  )
    return done("weakens", text, ["security"]);
  if (name === "git" && /config\s.*http\.sslVerify\s+(?:false|0)/i.test(text))
    return done("weakens", text, ["security"]);
  if (/^(?:npm|yarn|pnpm)$/.test(name) && /config\s+set\s+strict-ssl\s+false/.test(text))
    return done("weakens", text, ["security"]);
  if (name === "git" && /\b(?:commit|push|merge)\b.*\s(?:--no-verify|--no-gpg-sign)\b/.test(text))
    return done("weakens", text, ["versions"], true);
  return /\bNODE_TLS_REJECT_UNAUTHORIZED=["']?0\b|\bPYTHONHTTPSVERIFY=0|\bGIT_SSL_NO_VERIFY=(?:1|true)/.test(
    text,
  )
    ? done("weakens", text, ["security"], true)
    : null;
};

/** A name that is looked up tells its server what it is made of. */
const leaksByName: CommandFrame = ({ name, words }, text) =>
  /^(?:nslookup|dig|host|ping)$/.test(name) && words.slice(1).some((word) => word.substitutions.length > 0)
    ? done("sends-private-data", text, ["security"])
    : null;

/** Commands that do harm to what is not the skill's, by what they are told. */
export const COMMAND_FRAMES: readonly CommandFrame[] = [
  rewritesHistory,
  deletesKept,
  deletesRecords,
  tearsDown,
  opensFiles,
  weakensGuards,
  leaksByName,
];
