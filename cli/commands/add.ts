import { listExecutables, listFileDigests } from "@/lib/package";
import { EXIT, type Command, type CommandContext } from "../command";
import { chooseFolders } from "../install/agents";
import { compareInstalled } from "../install/compare-installed";
import { describeGrants } from "../install/describe-grants";
import { findChanges } from "../install/find-changes";
import { describeWithdrawal, warningsBeforeInstall } from "../install/find-warnings";
import { findProject } from "../install/find-project";
import { LOCK_FILE, readLock, writeLock, type LockedSkill } from "../install/lock-file";
import { ask, openMarket } from "../install/market";
import { findOtherPublisher } from "../install/other-publisher";
import { ownName } from "../install/own-name";
import { lockExperience } from "../install/own-experience";
import { endInterrupted } from "../install/place-skill";
import { placeWithExperience } from "../install/place-with-experience";
import { whileAlone } from "../install/while-alone";
import { describeStanding } from "../describe-audit";
import { parseOptions } from "../parse-options";
import { printLine } from "../print-line";
import { readSkillWord } from "../read-skill-word";

const help = `Usage: emporion add SKILL[@VERSION]... [options]

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
printed as its author wrote them. A skill that was renamed is installed under the name
its SKILL.md has; what was installed under the old name stays as it is.

What a skill has learned here, its evolution.json and the section that stitch wrote, is
yours. An update keeps it, adds what the publisher has published as experience, stitches
SKILL.md again, and says what came from whom. Entries of the publisher that the new
version has left out go. With --force, and where a new version has no place for it, your
experience is also kept in files beside the skill's folder, which are named.

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
    return whileAlone(cwd, () => install({ values, positionals, cwd }, context));
  },
};

interface Order {
  values: ReturnType<typeof parseOptions<typeof OPTIONS>>["values"];
  positionals: readonly string[];
  /** The project. */
  cwd: string;
}

async function install({ values, positionals, cwd }: Order, context: CommandContext): Promise<number> {
  const { stdout, stderr } = context;
  const market = openMarket(values.market, context);
  const wanted = positionals.map(readSkillWord);
  const folders = await chooseFolders(values.agent ?? [], cwd);
  const lock = await readLock(cwd);
  const accepted = values["accept-publisher"] ?? [];
  const fetched = [];
  // All are fetched and looked at before one is written.
  for (const { name: asked, version } of wanted) {
    const found = await ask(market.download(asked, choose(version, lock.skills[asked], market.market)));
    if (found.withdrawn !== null)
      printLine(stderr, describeWithdrawal(asked, found.version, found.withdrawn));
    const name = ownName(found);
    const before = lock.skills[name] ?? lock.skills[asked];
    const replaced = lock.skills[name];
    const every = [...new Set([...(before?.folders ?? []), ...folders])];
    for (const folder of every) await endInterrupted(cwd, folder, name);
    const files = Object.fromEntries(
      listFileDigests(found.package.files).map((file) => [file.path, file.sha256]),
    );
    const published = { files, ...lockExperience(found.package.files) };
    const changed =
      replaced && values.force !== true ? await findChanges(cwd, name, replaced, published) : [];
    if (changed.length > 0) {
      for (const line of changed) printLine(stderr, line);
      printLine(stderr, `${name}: was changed locally; --force replaces it`);
      return EXIT.found;
    }
    const unknown = every.filter((folder) => !replaced?.folders.includes(folder));
    const own = values.force === true ? [] : await findOwn(cwd, unknown, name, published);
    if (own.length > 0) {
      for (const line of own) printLine(stderr, line);
      return EXIT.found;
    }
    const other = findOtherPublisher(before, { ...found, market: market.market });
    if (other !== null && !(found.publisher && accepted.includes(found.publisher.name))) {
      const remedy = found.publisher
        ? `--accept-publisher ${found.publisher.name} installs it`
        : `its entry in ${LOCK_FILE} must be removed first`;
      printLine(stderr, `${name}: ${other}; ${remedy}`);
      return EXIT.found;
    }
    const details = await ask(market.details(name, found.version));
    for (const doubt of warningsBeforeInstall(details, market.market, { isNew: !before }))
      printLine(stderr, doubt);
    if (name !== asked)
      printLine(
        stderr,
        `${asked}: is now called ${name} and installed under that name${stays(lock.skills[asked])}`,
      );
    fetched.push({ name, every, published, found, details });
  }
  for (const { name, every, published, found, details } of fetched) {
    const lines: string[] = [];
    for (const folder of every) {
      const how = { replaced: lock.skills[name], copies: values.force === true };
      const place = { cwd, folder, name, clock: context.clock };
      lines.push(...(await placeWithExperience(place, found.package, how)));
    }
    lock.skills[name] = {
      market: market.market,
      version: found.version,
      packageDigest: found.package.digest,
      ...(found.publisher === null ? {} : { publisher: found.publisher }),
      folders: every,
      ...published,
      executables: listExecutables(found.package.files),
    };
    printLine(stdout, `${name} ${found.version} (${describeStanding(details)}) -> ${every.join(", ")}`);
    printLine(stdout, found.package.digest);
    for (const line of [...describeGrants(details), ...lines]) printLine(stdout, line);
  }
  await writeLock(cwd, lock);
  return EXIT.ok;
}

/** A version that is locked already is insisted on by its digest, which also gives one that was withdrawn meanwhile. */
function choose(version: string | undefined, locked: LockedSkill | undefined, market: string) {
  if (version === undefined) return {};
  const isLocked = locked?.version === version && locked.market === market;
  return isLocked ? { version, digest: locked.packageDigest } : { version };
}

/** Nothing is removed that nobody asked to remove. */
const stays = (locked: LockedSkill | undefined) =>
  locked ? `; ${locked.folders.join(", ")} and its entry in ${LOCK_FILE} stay until you remove them` : "";

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
