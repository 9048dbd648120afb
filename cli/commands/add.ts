import type { DownloadedSkill, FoundSkill, MarketClient } from "@/client";
import { listExecutables, listFileDigests } from "@/lib/package";
import { EXIT, InputError, type Command, type CommandContext, type Output } from "../command";
import { describeStanding } from "../describe-standing";
import { chooseFolders } from "../install/agents";
import {
  describeGrants,
  describePrice,
  describeWithdrawal,
  warningsBeforeInstall,
} from "../install/before-install";
import { compareInstalled, findChanges } from "../install/compare-installed";
import { findProject, whileAlone } from "../install/find-project";
import { LOCK_FILE, readLock, writeLock, type Lock, type LockedSkill } from "../install/lock-file";
import { keepBytes } from "../install/git-attributes";
import { ask, openMarket } from "../install/market";
import { findOtherPublisher } from "../install/other-publisher";
import { lockExperience } from "../install/own-experience";
import { endInterrupted } from "../install/place-skill";
import { placeWithExperience } from "../install/place-with-experience";
import { writtenName } from "../install/written-name";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { readSetWord, readSkillWord, type SkillWord } from "../read-skill-word";

const help = `Usage: emporion add SKILL[@VERSION] | set:NAME[@VERSION]... [options]

Installs skills of a market into the folders of the agents of this project and writes
their versions, digests and publishers into ${LOCK_FILE}, which belongs under
version control. Nothing is run. What the market sends is read as it reads uploads: an
archive that is too large, leads out of its folder, holds links, has other bytes than
its digest, or holds names that tools obey on sight (.git, .vscode) is refused, and
nothing is written.

A skill can be transferred to another account. A version by another publisher than the
one installed is not installed until that publisher is accepted by name. A warning is
printed when the name of a new skill is very similar to an older one by someone else,
and when a version is challenged. The tools that a skill asks your agent to allow
without asking (allowed-tools), and what it needs around it (compatibility), are
printed as its author wrote them. Of a skill with a price, what a call costs and what
that buys is printed; its files cost nothing. A skill that was renamed is installed
under the name its SKILL.md has; what was installed under the old name stays as it is.

What a skill has learned here, its evolution.json and the section that stitch wrote, is
yours. An update keeps it, adds what the publisher has published as experience, stitches
SKILL.md again, and says what came from whom. Entries of the publisher that the new
version has left out go. With --force, and where a new version has no place for it, your
experience is also kept in files beside the skill's folder, which are named.

A line in the .gitattributes of the folder keeps git from changing bytes of the skill
(line ends, on Windows). Where a line of your own there says otherwise, that one stands,
and what to add is printed.

Of a set, each skill is installed in the version that the set gives now. A skill of it
that is withdrawn or held is not installed, and is named.

VERSION is a number or a tag. Left out, or "latest": the highest release. "next": the
highest pre-release above it, or the same where there is none.

The project is the nearest directory upwards that has a ${LOCK_FILE}, within the
repository; without one, the current directory.

  --agent NAME      agents, claude-code, codex, cursor, gemini or openclaw; may be
                    given several times. Left out: those that have a folder here, or
                    .agents/skills, which several of them read.
  --market URL      the market; left out: EMPORION_MARKET, else the market that npm
                    took emporion from, else http://127.0.0.1:3000
  --force           replace an installed skill although its files were changed here, and
                    a folder of its name that was not installed
  --accept-publisher NAME
                    install what NAME has published in place of what another publisher
                    has; may be given several times

Exit code: 0 installed, 1 an installed skill was changed here or has another publisher
by now, or a folder that was not installed is in its place, 2 wrong usage, 3 the market
refuses, or a folder cannot be written. Of several skills all are installed, or none.`;

const OPTIONS = {
  agent: { type: "string", multiple: true },
  market: { type: "string" },
  force: { type: "boolean" },
  "accept-publisher": { type: "string", multiple: true },
} as const;

/** `emporion add`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "SKILL" });
    const cwd = await findProject(context);
    return whileAlone(cwd, async () => {
      const market = openMarket(values.market, context);
      const order = {
        cwd,
        market,
        words: await readWords(positionals, market, context.stderr),
        folders: await chooseFolders(values.agent ?? [], cwd),
        lock: await readLock(cwd),
        force: values.force === true,
        accepted: values["accept-publisher"] ?? [],
      };
      return install(order, context);
    });
  },
};

/** The skills that are named, and those that the sets named give; each once. */
async function readWords(
  words: readonly string[],
  market: MarketClient,
  stderr: Output,
): Promise<SkillWord[]> {
  const read: SkillWord[] = [];
  const add = (word: SkillWord) => {
    if (!read.some(({ name, version }) => name === word.name && version === word.version)) read.push(word);
  };
  for (const text of words) {
    const set = readSetWord(text);
    if (set === null) add(readSkillWord(text));
    else for (const word of await readSet(set, market, stderr)) add(word);
  }
  return read;
}

async function readSet(word: SkillWord, market: MarketClient, stderr: Output): Promise<SkillWord[]> {
  const set = await ask(market.set(word.name, word.version));
  if (set.withdrawn !== null) throw new InputError(`set:${word.name}: was withdrawn: ${set.withdrawn}`);
  printLine(stderr, `set:${set.name} ${set.version}`);
  const given = set.parts.flatMap(({ skill: name, version, range, state, reason }) => {
    if (version !== null) return [{ name, version }];
    const why = `${state.replaceAll("_", " ")}${reason === null ? "" : `: ${reason}`}`;
    printLine(stderr, `${name} ${range}: left out, ${why}`);
    return [];
  });
  if (given.length === 0) throw new InputError(`set:${word.name}: none of its skills is given at the moment`);
  return given;
}

/** What is to be installed, and where. */
interface Order {
  /** The project. */
  cwd: string;
  market: MarketClient;
  words: readonly SkillWord[];
  /** Folders of the agents, where a skill goes besides those it is in. */
  folders: readonly string[];
  lock: Lock;
  force: boolean;
  /** Publishers who may take the place of another. */
  accepted: readonly string[];
}

/**
 * The walk of `add`. All skills are fetched and checked before one is written, so that all are installed, or none:
 *
 * 1. `fetchSkill`: the package comes, and its bytes have the digest that was asked for (`client/`).
 * 2. `endInterrupted`: what a killed command left in its folders is brought to an end.
 * 3. `findRefusal`: files changed here, folders that nobody installed, another publisher: nothing is installed.
 * 4. `printWarnings`: what the market says against the version.
 * 5. `place`: the files go into each folder, with what the skill has learned here (`placeWithExperience`).
 * 6. `writeLock`: the lock file says what is installed now.
 */
async function install(order: Order, context: CommandContext): Promise<number> {
  const { cwd, lock, words } = order;
  const { stderr } = context;
  const checked: Checked[] = [];
  for (const word of words) {
    const fetched = await fetchSkill(word, order, stderr);
    for (const folder of fetched.folders) await endInterrupted(cwd, folder, fetched.name);
    const refusal = await findRefusal(fetched, order);
    if (refusal.length > 0) {
      for (const line of refusal) printLine(stderr, line);
      return EXIT.found;
    }
    const details = await ask(order.market.details(fetched.name, fetched.found.version));
    printWarnings(details, fetched, order, stderr);
    checked.push({ ...fetched, details });
  }
  for (const skill of checked) await place(skill, order, context);
  await writeLock(cwd, lock);
  return EXIT.ok;
}

/** A skill whose package has come. */
interface Fetched {
  /** The name it was asked for by; it may have been renamed since. */
  asked: string;
  /** The name that its SKILL.md has, and its folder must have. */
  name: string;
  found: DownloadedSkill;
  /** Every folder it goes into: those where it is, and those of the agents. */
  folders: readonly string[];
  /** What the lock file says of it so far: under its own name, or else under the one it was asked for by. */
  before: LockedSkill | undefined;
  /** The files that it replaces: what was installed under its own name. */
  replaced: LockedSkill | undefined;
  /** What its publisher published, for the lock file. */
  published: Pick<LockedSkill, "files" | "unstitched" | "experience">;
}

type Checked = Fetched & { details: FoundSkill };

async function fetchSkill(
  { name: asked, version }: SkillWord,
  { market, lock, folders }: Order,
  stderr: Output,
): Promise<Fetched> {
  const found = await ask(market.download(asked, choose(version, lock.skills[asked], market.market)));
  if (found.withdrawn !== null) printLine(stderr, describeWithdrawal(asked, found.version, found.withdrawn));
  const name = writtenName(found.package) ?? found.name;
  const replaced = lock.skills[name];
  const before = replaced ?? lock.skills[asked];
  const files = Object.fromEntries(
    listFileDigests(found.package.files).map((file) => [file.path, file.sha256]),
  );
  return {
    asked,
    name,
    found,
    folders: [...new Set([...(before?.folders ?? []), ...folders])],
    before,
    replaced,
    published: { files, ...lockExperience(found.package.files) },
  };
}

/** A version that is locked already is insisted on by its digest, which also gives one that was withdrawn meanwhile. */
function choose(version: string | undefined, locked: LockedSkill | undefined, market: string) {
  if (version === undefined) return {};
  const isLocked = locked?.version === version && locked.market === market;
  return isLocked ? { version, digest: locked.packageDigest } : { version };
}

/** Why a skill is not installed, a line each; empty where it may be. */
async function findRefusal(fetched: Fetched, { cwd, force, accepted, market }: Order): Promise<string[]> {
  const { name, replaced, published, folders, before, found } = fetched;
  if (!force) {
    const changed = replaced ? await findChanges(cwd, name, replaced, published) : [];
    if (changed.length > 0) return [...changed, `${name}: was changed locally; --force replaces it`];
    const unknown = folders.filter((folder) => !replaced?.folders.includes(folder));
    const own = await findOwn(cwd, unknown, name, published);
    if (own.length > 0) return own;
  }
  const other = findOtherPublisher(before, { ...found, market: market.market });
  if (other === null || (found.publisher && accepted.includes(found.publisher.name))) return [];
  const remedy = found.publisher
    ? `--accept-publisher ${found.publisher.name} installs it`
    : `its entry in ${LOCK_FILE} must be removed first`;
  return [`${name}: ${other}; ${remedy}`];
}

/** Folders in the place of a skill that nobody has installed here, and that hold something else than it does. */
async function findOwn(
  cwd: string,
  folders: readonly string[],
  name: string,
  published: Pick<LockedSkill, "files" | "unstitched">,
): Promise<string[]> {
  const lines = await Promise.all(
    folders.map(async (folder) => {
      const { differences } = await compareInstalled(cwd, folder, name, published);
      const isOwn = differences.some((line) => !/: is (?:missing|not installed)$/.test(line));
      return isOwn ? [`${folder}/${name}: was not installed by emporion; --force replaces it`] : [];
    }),
  );
  return lines.flat();
}

function printWarnings(details: FoundSkill, fetched: Fetched, order: Order, stderr: Output): void {
  const { asked, name, before } = fetched;
  for (const line of warningsBeforeInstall(details, order.market.market, { isNew: !before }))
    printLine(stderr, line);
  if (name === asked) return;
  // Nothing is removed that nobody asked to remove.
  const old = order.lock.skills[asked];
  const stays = old
    ? `; ${old.folders.join(", ")} and its entry in ${LOCK_FILE} stay until you remove them`
    : "";
  printLine(stderr, `${asked}: is now called ${name} and installed under that name${stays}`);
}

/** Writes a skill into its folders and its entry into the lock, and says what it asks of whoever installs it. */
async function place(skill: Checked, { cwd, lock, market, force }: Order, context: CommandContext) {
  const { name, folders, published, found, details } = skill;
  const replaced = lock.skills[name]; // not what it was before: a command may name one skill twice
  const lines: string[] = [];
  for (const folder of folders) {
    const target = { cwd, folder, name, clock: context.clock };
    lines.push(...(await placeWithExperience(target, found.package, { replaced, copies: force })));
    lines.push(...(await keepBytes(target, Object.keys(published.files))));
  }
  lock.skills[name] = {
    market: market.market,
    version: found.version,
    packageDigest: found.package.digest,
    ...(found.publisher === null ? {} : { publisher: found.publisher }),
    folders: [...folders],
    ...published,
    executables: listExecutables(found.package.files),
  };
  const { stdout } = context;
  printLine(stdout, `${name} ${found.version} (${describeStanding(details)}) -> ${folders.join(", ")}`);
  printLine(stdout, found.package.digest);
  for (const line of [...describePrice(details), ...describeGrants(details), ...lines])
    printLine(stdout, line);
}
