import type { ShellCommand } from "../reading/shell/shell-commands";

/** Programs that fetch a file or page. */
export const FETCHERS = new Set([
  "curl",
  "wget",
  "fetch",
  "aria2c",
  "http",
  "https",
  "lwp-request",
  "iwr",
  "irm",
  "Invoke-WebRequest",
  "Invoke-RestMethod",
]);
const NETWORK_PROGRAMS = new Set([
  ...FETCHERS,
  "nc",
  "ncat",
  "netcat",
  "socat",
  "ssh",
  "scp",
  "sftp",
  "ftp",
  "telnet",
  "rsync",
  "dig",
  "nslookup",
  "host",
  "ping",
  "gh",
  "aws",
  "gcloud",
  "az",
  "mail",
  "sendmail",
  "whois",
]);
const INTERPRETERS =
  /^(?:(?:ba|z|da|k|a|fi)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|osascript|pwsh|powershell|iex|Invoke-Expression|source|\.)$/;

export function isFetcher({ name }: ShellCommand): boolean {
  return FETCHERS.has(name);
}

export function isInterpreter(name: string): boolean {
  return INTERPRETERS.test(name);
}

/** True for a command that reaches the network; package managers and git only with the words that do. */
export function isNetworkCommand(command: ShellCommand): boolean {
  if (NETWORK_PROGRAMS.has(command.name)) {
    return command.name !== "rsync" || command.words.some((word) => /^[^/\s]+:|^rsync:/.test(word.text));
  }
  const verb = command.words[1]?.text ?? "";
  if (command.name === "git") return /^(?:clone|fetch|pull|push|ls-remote|submodule)$/.test(verb);
  if (/^(?:pip3?|npm|pnpm|yarn|gem|cargo|go|apt|apt-get|brew|uv)$/.test(command.name))
    return /^(?:install|add|i|get|update|pip)$/.test(verb);
  return command.redirects.some((redirect) => /^\/dev\/(?:tcp|udp)\//.test(redirect.target.text));
}

/** Everything a command says, as one line. */
export function commandText(command: ShellCommand): string {
  const words = command.words
    .map((word) => word.text)
    .concat(command.redirects.map(({ operator, target }) => `${operator}${target.text}`));
  return words.join(" ");
}
