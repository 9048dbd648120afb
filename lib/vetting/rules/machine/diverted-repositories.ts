import { MEDIUM_STRONG } from "../../grade";
import type { ShellCommand } from "../../reading/shell/shell-commands";
import type { ShellUnit } from "../../reading/units";
import type { Rule } from "../../rule";
import { pipelineText, reportPlaces, type Place } from "../../match-places";
import { isOwnPlace } from "../../vocabulary/package-names";
import { isForge, readStrangersRepository, type Repository } from "../../vocabulary/repositories";
import { commandText } from "../../vocabulary/shell-programs";
import { findPushOrders } from "../instructions/push-orders";

const CODE = "suspicious.diverted_repository";

/**
 * Sees the user's work go into somebody else's repository, and known addresses of repositories made to lead elsewhere.
 */
export const divertedRepositories: Rule = {
  id: "diverted-repositories",
  title: "The user's work goes into somebody else's repository",
  why: "A push to a repository that the package names hands over the work with its history; an address that git is told to replace gives every later clone and push to whoever holds the other one.",
  remedy:
    "Push to the remote that the person has or names, and leave the addresses of known hosts as they are.",
  codes: [CODE],
  check({ units }) {
    const files = new Map<string, ShellUnit[]>();
    for (const unit of units.shell) {
      const ofFile = files.get(unit.file.path) ?? [];
      if (ofFile.length < MAX_PIECES) ofFile.push(unit);
      files.set(unit.file.path, ofFile);
    }
    const places = Array.from(files.values()).flatMap(checkFile);
    return reportPlaces(divertedRepositories, places).concat(
      units.markdown.flatMap((unit) => findPushOrders(unit, divertedRepositories, CODE)),
    );
  },
};

/** Pieces of one file that are read together: a remote is named in one command and used in another. */
const MAX_PIECES = 2000;

interface Remote extends Repository {
  /** Not a name that people give to a place of their own, or the name of another one taken over. */
  readonly odd: boolean;
}

function checkFile(units: readonly ShellUnit[]): Place[] {
  const remotes = new Map<string, Remote>();
  return units.flatMap((unit) =>
    unit.script.pipelines.flatMap(({ commands, start }) =>
      commands.flatMap((command): Place[] => {
        const message = isRedirected(command)
          ? "Addresses of a known host are made to lead to another one."
          : isPushed(unit, command, remotes)
            ? "What is worked on is pushed to a repository that the package names."
            : null;
        return message === null
          ? []
          : [
              {
                unit,
                offset: start,
                grade: MEDIUM_STRONG,
                code: CODE,
                message,
                evidence: pipelineText(commands),
              },
            ];
      }),
    ),
  );
}

/** What follows `git`, without the options that come before its verb. */
function gitWords({ name, words }: ShellCommand): string[] {
  const rest = name === "git" ? words.slice(1).map((word) => word.text) : [];
  while (rest[0]?.startsWith("-") === true) rest.splice(0, /^-[Cc]$/.test(rest[0]) ? 2 : 1);
  return rest;
}

const COMMON_NAMES =
  /^(?:origin|upstream|fork|heroku|dokku|space|hf|huggingface|gitee|gitlab|github|bitbucket|codeberg|azure|prod|production|staging|live|deploy|pages|overleaf|aliyun|coding)$/;

/** Remembers what remotes are named, and tells whether a push goes to one that has further signs of an attack. */
function isPushed(unit: ShellUnit, command: ShellCommand, remotes: Map<string, Remote>): boolean {
  const [verb, ...rest] = gitWords(command);
  const named = rest.filter((word) => !word.startsWith("-"));
  if (verb === "remote" && /^(?:add|set-url)$/.test(named[0] ?? "")) {
    const at = named[0] === "add" ? named.length - 2 : 1;
    const repository = readStrangersRepository(named[at + 1] ?? "");
    const name = named[at] ?? "";
    if (repository === null) remotes.delete(name);
    else remotes.set(name, { ...repository, odd: named[0] === "set-url" || !COMMON_NAMES.test(name) });
    return false;
  }
  if (verb !== "push" || rest.some((word) => /^(?:-d|--delete|-n|--dry-run)$/.test(word))) return false;
  const place = rest.find((word) => word.startsWith("--repo="))?.slice("--repo=".length) ?? named[0];
  const addressed = readStrangersRepository(place ?? "");
  if (addressed !== null) return true;
  const remote = remotes.get(place ?? "origin");
  if (remote === undefined) return false;
  const signs = [
    remote.odd,
    remote.unusual,
    rest.some((word) => /^--(?:mirror|all)$/.test(word)),
    rest.some((word) => /^(?:-q|--quiet)$/.test(word)) || / ?>{1,2}&?\/dev\/null/.test(commandText(command)),
    /^(?:script|embedded|decoded)$/.test(unit.origin),
  ];
  return signs.filter(Boolean).length > 1;
}

const REPLACES = /^url\.(.{1,300})\.(?:push)?insteadof$/i;
/** The same as lines of a file of settings. */
const REPLACES_IN_FILE =
  /\[url "([^"\n]{1,300})"\]\s{0,40}(?:push)?insteadof\s{0,10}=\s{0,10}"?([^\s"]{1,300})/i;
/** Copies of known hosts that many use where those are slow. */
const MIRRORS =
  /ghproxy|gh-proxy|ghfast\.|fastgit|kkgithub|gitclone\.com|githubfast|bgithub|ghps\.|gitmirror|moeyy|nuaa\.cf|kgithub|llkk\.cc/i;
const HOST = /^(?:[a-z+]{2,12}:\/\/)?(?:[^\s/@]{1,200}@)?([\w.-]{1,200}\.[a-z]{2,20})(?=[/:]|$)/i;

function isRedirected(command: ShellCommand): boolean {
  const [verb, ...rest] = gitWords(command);
  const named = rest.filter((word) => !word.startsWith("-"));
  const base = verb === "config" ? named.findIndex((word) => REPLACES.test(word)) : -1;
  if (base !== -1) return leadsElsewhere(REPLACES.exec(named[base] ?? "")?.[1], named[base + 1]);
  const text = `${commandText(command).slice(0, MAX_TEXT)}\n${(command.heredoc ?? "").slice(0, MAX_TEXT)}`;
  const lines = REPLACES_IN_FILE.exec(text);
  return lines !== null && leadsElsewhere(lines[1], lines[2]);
}

const MAX_TEXT = 4000;

function leadsElsewhere(to = "", from = ""): boolean {
  if (/[$<{]/.test(HOST.exec(to)?.[1] ?? "$")) return false;
  const [known = "", other = ""] = [from, to].map((address) => HOST.exec(address)?.[1]?.toLowerCase());
  return (
    isForge(known) &&
    other !== known &&
    !other.endsWith(`.${known}`) &&
    !isOwnPlace(other) &&
    !MIRRORS.test(to)
  );
}
