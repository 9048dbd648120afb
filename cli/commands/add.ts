import { createMarketClient, type DownloadedSkill, type FoundSkill, type MarketClient } from "@/client";
import { listExecutables, listFileDigests } from "@/lib/package";
import { spellingsOf } from "@/lib/skill-format";
import { agrees, withPerson, type Person } from "../ask-person";
import { EXIT, InputError, type Command, type CommandContext, type Output } from "../command";
import { describeStanding } from "../describe-standing";
import { describeWithdrawal, warningsBeforeInstall } from "../install/before-install";
import { AGENTS } from "../install/agents";
import { chooseFolders } from "../install/choose-folders";
import { compareInstalled, findChanges, isGone } from "../install/compare-installed";
import { asLine, readDeclared, type Declared } from "../install/facts";
import { findPlace, scopeOf, whileAlone } from "../install/find-project";
import { compareGranted, grant, grantSaid, type Change, type Granted } from "../install/granted";
import { LOCK_FILE, readLock, writeLock, type Lock, type LockedSkill } from "../install/lock-file";
import { keepBytes } from "../install/git-attributes";
import { ask, openMarket } from "../install/market";
import { findDetails } from "../install/newest";
import { findOtherPublisher } from "../install/other-publisher";
import { lockExperience } from "../install/own-experience";
import { endInterrupted } from "../install/place-skill";
import { placeWithExperience } from "../install/place-with-experience";
import { previewSkill } from "../install/preview";
import { writtenName } from "../install/written-name";
import { parseOptions } from "../parse-options";
import {
  findPolicies,
  listRefusals,
  POLICY_HELP,
  POLICY_OPTION,
  type HeldPolicy,
} from "../policy/find-policies";
import { printLine } from "../print";
import { readSetWord, readSkillWord, type SkillWord } from "../read-skill-word";

const help = `Usage: emporion add SKILL[@VERSION] | set:NAME[@VERSION]... [options]

Installs skills of a market into the folders of the agents of this project and writes
their versions, digests, publishers and what they may do into ${LOCK_FILE}, which
belongs under version control. Nothing is run. What the market sends is read as it reads
uploads: an archive that is too large, leads out of its folder, holds links, has other
bytes than its digest, or holds names that tools obey on sight (.git, .vscode) is
refused, and nothing is written.

Before something is written, each skill is shown: publisher and proven domains, audit
and by whom, what SKILL.md declares, what vetting has seen, allowed-tools, findings,
price of a call, licence and size; of one that is installed, what changes. At a terminal
you are asked, first for which agents: those found here and on this machine are offered.
Without a terminal, and where CI is set, nobody is asked; it is said what would have
been.

A skill can be transferred to another account. A version by another publisher than the
one installed is not installed until that publisher is accepted by name. A warning is
printed when the name of a new skill is very similar to an older one by someone else,
and when a version is challenged. A skill that was renamed is installed under the name
its SKILL.md has; what was installed under the old name stays as it is.

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

VERSION is a number or a tag; 1.10 and v1.10.0 are 1.10.0. Left out, or "latest": the
highest release. "next": the highest pre-release above it, or the same where there is
none.

The project is the nearest directory upwards that has a ${LOCK_FILE}, within the
repository; without one, the nearest that is a repository or has a folder of an agent;
else the current directory. A file of an installed skill that is missing is put back.

${POLICY_HELP}

  --agent NAME      may be given several times:
${listNames()}
                    Left out, without a terminal: those that have a folder here, or
                    .agents/skills, and it is said which of them read it.
  --global          into the folders of your home directory, for all your projects; the
                    lock file is there too
  --yes             do not ask
  --policy FILE     a policy that holds too; may be given several times
  --market URL      the market; left out: EMPORION_MARKET, else the market that npm
                    took emporion from, else http://127.0.0.1:3000
  --force           replace an installed skill although its files were changed here, and
                    a folder of its name that was not installed
  --accept-publisher NAME
                    install what NAME has published in place of what another publisher
                    has; may be given several times

Exit code: 0 installed, 1 you said no, a policy refuses a skill, an installed skill was
changed here or has another publisher by now, or a folder that was not installed is in its
place, 2 wrong usage, 3 the market refuses, or a folder cannot be written. Of several
skills all are installed, or none.`;

/** The names of the agents, in lines as wide as a manual page. */
function listNames(): string {
  const lines = [""];
  for (const { name } of AGENTS) {
    const last = lines.at(-1) ?? "";
    if (last.length + name.length > 64) lines.push(`${name}, `);
    else lines[lines.length - 1] = `${last}${name}, `;
  }
  return lines
    .map((line) => `                    ${line.trim()}`.replace(/,$/, lines.at(-1) === line ? "." : ","))
    .join("\n");
}

const OPTIONS = {
  agent: { type: "string", multiple: true },
  global: { type: "boolean" },
  yes: { type: "boolean" },
  market: { type: "string" },
  force: { type: "boolean" },
  "accept-publisher": { type: "string", multiple: true },
  ...POLICY_OPTION,
} as const;

/** `emporion add`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "SKILL" });
    const cwd = await findPlace({ global: values.global }, context);
    return withPerson(context, { mayAsk: values.yes !== true }, (person) =>
      whileAlone(cwd, async () => {
        const market = openMarket(values.market, context);
        const words = await readWords(positionals, market, context.stderr);
        const lock = await readLock(cwd);
        const isNew = words.some(({ name }) => lock.skills[name] === undefined);
        const choice = { named: values.agent ?? [], directory: cwd, scope: scopeOf(cwd, context) };
        const order = {
          cwd,
          words: words.map((word) => ({ ...word, market })),
          folders: await chooseFolders({ ...choice, person: isNew ? person : null }, context),
          lock,
          force: values.force === true,
          accepted: values["accept-publisher"] ?? [],
          policies: await findPolicies(cwd, values.policy ?? [], context),
          agree: (skills: readonly Checked[]) =>
            agreeToAdd(skills, values.yes === true ? "yes" : person, context),
        };
        return install(order, context);
      }),
    );
  },
};

/** Nothing is written where a person says no. Where nobody can be asked, it is said what would have been. */
async function agreeToAdd(
  skills: readonly Checked[],
  person: Person | "yes" | null,
  { stderr }: CommandContext,
): Promise<readonly Checked[]> {
  if (person === "yes") return skills;
  const names = skills.map(({ name, found }) => `${name} ${found.version}`).join(", ");
  if (person !== null) return (await agrees(person, `Install ${names}?`)) ? skills : [];
  printLine(stderr, `not asked, as nobody is at a terminal: Install ${names}?`);
  return skills;
}

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
export interface Order {
  /** The project, or the user's home. */
  cwd: string;
  words: readonly (SkillWord & { market: MarketClient })[];
  /** Folders of the agents, where a skill goes besides those it is in. */
  folders: readonly string[];
  lock: Lock;
  force: boolean;
  /** Publishers who may take the place of another. */
  accepted: readonly string[];
  /** What may be installed at all. */
  policies: readonly HeldPolicy[];
  /** Those of the skills that are installed; none where somebody refuses. */
  agree: (skills: readonly Checked[]) => Promise<readonly Checked[]>;
}

/**
 * The walk of `add` and `update`. All skills are fetched and checked before one is written, so that all are installed, or
 * none:
 *
 * 1. `fetchSkill`: the package comes, and its bytes have the digest that was asked for (`client/`).
 * 2. `endInterrupted`: what a killed command left in its folders is brought to an end.
 * 3. `findRefusal`: files changed here, folders that nobody installed, another publisher: nothing is installed.
 * 4. `printWarnings`, `previewSkill`: what the market says against the version, and all that is known of it.
 * 5. `listRefusals`: what a policy refuses nobody is asked about.
 * 6. `agree`: a person is asked, or what nobody may decide for them is refused.
 * 7. `place`: the files go into each folder, with what the skill has learned here (`placeWithExperience`).
 * 8. `writeLock`: the lock file says what is installed now.
 */
export async function install(order: Order, context: CommandContext): Promise<number> {
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
    checked.push(await check(fetched));
  }
  for (const skill of checked) {
    printWarnings(skill, order, stderr);
    for (const line of previewSkill(skill)) printLine(stderr, line);
  }
  const now = context.clock.now();
  const refusals = checked.flatMap(({ details }) => listRefusals(order.policies, details, now));
  for (const line of refusals) printLine(stderr, line);
  const agreed = refusals.length > 0 ? [] : await order.agree(checked);
  if (agreed.length === 0) {
    printLine(stderr, "nothing was installed");
    return EXIT.found;
  }
  for (const skill of agreed) await place(skill, order, context);
  await writeLock(cwd, lock);
  for (const skill of agreed) printUse(skill, scopeOf(cwd, context) === "user", stderr);
  return agreed.length === checked.length ? EXIT.ok : EXIT.found;
}

/** A skill whose package has come. */
interface Fetched {
  market: MarketClient;
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

/** A skill of which all is known that is shown before it is installed. */
export type Checked = Fetched & {
  details: FoundSkill;
  /** What the package itself says it may do. */
  declared: Declared;
  granted: Granted;
  /** What is another than in the installed version; none for a skill that is new here. */
  changes: readonly Change[];
};

async function check(fetched: Fetched): Promise<Checked> {
  const { market, name, found, before } = fetched;
  const details = await ask(market.details(name, found.version));
  const declared = readDeclared(found.package);
  const granted = grant(declared, details);
  const changes = before === undefined ? [] : compareGranted(await findGranted(fetched, before), granted);
  return { ...fetched, details, declared, granted, changes };
}

/** What was granted to the installed version: as the lock file says, else as its market does; null where neither does. */
async function findGranted(
  { asked }: Fetched,
  { granted, market, version }: LockedSkill,
): Promise<Granted | null> {
  if (granted !== undefined) return granted;
  const details = await findDetails(createMarketClient({ market }), asked, version);
  return details && grantSaid(details);
}

async function fetchSkill(
  { name: asked, version, market }: Order["words"][number],
  { lock, folders }: Order,
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
    market,
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
  const isLocked = locked?.market === market && spellingsOf(version).includes(locked.version);
  return isLocked ? { version: locked.version, digest: locked.packageDigest } : { version };
}

/** Why a skill is not installed, a line each; empty where it may be. */
async function findRefusal(fetched: Fetched, { cwd, force, accepted }: Order): Promise<string[]> {
  const { name, replaced, published, folders, before, found, market } = fetched;
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
      const isOwn = differences.some((line) => !isGone(line));
      return isOwn ? [`${folder}/${name}: was not installed by emporion; --force replaces it`] : [];
    }),
  );
  return lines.flat();
}

function printWarnings(skill: Checked, { lock }: Order, stderr: Output): void {
  const { asked, name, before, details, market } = skill;
  for (const line of warningsBeforeInstall(details, market.market, { isNew: !before }))
    printLine(stderr, line);
  if (name === asked) return;
  // Nothing is removed that nobody asked to remove.
  const old = lock.skills[asked];
  const stays = old
    ? `; ${old.folders.join(", ")} and its entry in ${LOCK_FILE} stay until you remove them`
    : "";
  printLine(stderr, `${asked}: is now called ${name} and installed under that name${stays}`);
}

/** Writes a skill into its folders and its entry into the lock. */
async function place(skill: Checked, { cwd, lock, force }: Order, context: CommandContext) {
  const { name, folders, published, found, details, market, granted } = skill;
  const replaced = lock.skills[name]; // not what it was before: a command may name one skill twice
  const lines: string[] = [];
  for (const folder of folders) {
    const target = { cwd, folder, name, clock: context.clock };
    lines.push(...(await placeWithExperience(target, found.package, { replaced, copies: force })));
    lines.push(...(await keepBytes(target, Object.keys(published.files), scopeOf(cwd, context))));
  }
  lock.skills[name] = {
    market: market.market,
    version: found.version,
    packageDigest: found.package.digest,
    ...(found.publisher === null ? {} : { publisher: found.publisher }),
    folders: [...folders],
    ...published,
    executables: listExecutables(found.package.files),
    granted,
  };
  const { stdout } = context;
  printLine(stdout, `${name} ${found.version} (${describeStanding(details)}) -> ${folders.join(", ")}`);
  printLine(stdout, found.package.digest);
  for (const line of lines) printLine(stdout, line);
}

/** How a skill that is installed is used, updated and removed. */
function printUse({ name, details }: Checked, isGlobal: boolean, stderr: Output): void {
  const [first = ""] = asLine(details.description, 120).split(/(?<=[.!?。！？])\s*/u);
  const more = isGlobal ? " --global" : "";
  printLine(
    stderr,
    `Ask your agent to use ${name}: ${first} ` +
      `(emporion update ${name}${more} updates it, emporion remove ${name}${more} removes it)`,
  );
}
