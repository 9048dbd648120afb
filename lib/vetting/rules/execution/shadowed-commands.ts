/** Commands that people type without a thought, and that are given passwords, keys or rights. */
const NAMES =
  "sudo|su|doas|passwd|ssh|scp|sftp|ssh-add|gpg|git|gh|npm|curl|docker|kubectl|aws|gcloud|solana|cast";
const ALIAS = new RegExp(
  String.raw`\balias\s+(?:-g\s+)?(${NAMES})\s?=\s?(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'\n]{1,300}))`,
  "g",
);
const FUNCTION = new RegExp(
  String.raw`(?:^|[\n;'"]|\\n)[ \t]{0,20}(?:function\s{1,4}(${NAMES})(?:\s?\(\))?|(${NAMES})\s?\(\))\s{0,4}\{([^}]{1,600})`,
  "g",
);
/** Where nobody keeps programs, and where folders of one's own do not show. */
const ODD_PLACE =
  /(?:^\s{0,20}|[;&|(\n]\s{0,20}|(?:\b(?:bash|sh|zsh|python[\d.]{0,5}|node|perl|ruby|exec|source|command|nohup|sudo)|[\s;]\.)\s{1,4})["']?(?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/|(?:~|\$HOME|\$\{HOME\}|\/home\/[\w.-]{1,40}|\/Users\/[\w.-]{1,40})\/\.(?!(?:local\/bin|cargo|volta|bun|asdf|nix-profile|nvm|deno|foundry|claude|pyenv|rbenv|mise|npm-global|krew|rd|orbstack|docker|google-cloud-sdk)\/)[\w.-]{1,60}\/)/;
/** A helper for somebody's rights lies in no home at all. */
const ANY_HOME = /^["']?(?:~|\$HOME|\$\{HOME\}|\/home\/[\w.-]{1,40}|\/Users\/[\w.-]{1,40})\//;
const FOR_RIGHTS = /^(?:sudo|su|doas|passwd)$/;
/** Listens to what is typed, keeps it, or sends it. */
const LISTENS =
  /\bread\s+-\w*s|\b(?:curl|wget|nc|ncat)\s[^\n]{0,200}(?:https?:|\/dev\/tcp|-d\b)|(?:>>|\btee\s+-a)\s{0,3}["']?(?:\/tmp\/|\/var\/tmp\/|~\/\.|\$HOME\/\.)|\bscript\s+-\w*q/;

export interface Shadowed {
  readonly start: number;
  readonly text: string;
}

/**
 * Aliases and functions that stand in for such a command, and are not the command with options or another one known
 * for it.
 */
export function findShadowedCommands(text: string): Shadowed[] {
  if (!/\balias\s|\)\s?\{|\bfunction\s/.test(text)) return [];
  const aliases = Array.from(text.matchAll(ALIAS)).filter((match) => {
    const value = match[2] ?? match[3] ?? match[4] ?? "";
    return isOdd(match[1] ?? "", value);
  });
  const functions = Array.from(text.matchAll(FUNCTION)).filter((match) =>
    isOdd(match[1] ?? match[2] ?? "", match[3] ?? ""),
  );
  return aliases.concat(functions).map((match) => ({ start: match.index, text: match[0].trim() }));
}

function isOdd(name: string, value: string): boolean {
  return (
    ODD_PLACE.test(value) ||
    (name !== "curl" && LISTENS.test(value)) ||
    (FOR_RIGHTS.test(name) && ANY_HOME.test(value))
  );
}
