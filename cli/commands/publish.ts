import { setTimeout as sleep } from "node:timers/promises";
import {
  MarketError,
  type FoundSkill,
  type MarketClient,
  type OwnSkill,
  type SkillAccess,
  type SkillPackage,
  type UploadedPackage,
  type VettingFinding,
} from "@/client";
import { executablesDigest, listExecutables } from "@/lib/package";
import { formatLamportsAsSol, parseAuthorAgent } from "@/lib/skill-format";
import { withPerson, type Person } from "../ask-person";
import { EXIT, InputError, UsageError, type Command, type CommandContext } from "../command";
import { fixSkill } from "../fix-skill";
import { ask, findSecret, openAccount, openMarket, openWithRight } from "../install/market";
import { askWorkloadToken, isWorkload } from "../install/workload-token";
import { writtenName } from "../install/written-name";
import { judgeOpened, printReasons } from "../judge-opened";
import { asOpened } from "../open-package";
import { listToPublish } from "../list-to-publish";
import { openPlugin, type OpenedPlugin } from "../open-plugin";
import { printMissing } from "../print-check";
import { printLeftOut, printLine } from "../print";
import { agreesToPublish, previewUpload } from "../preview-upload";
import { openToSend, printSent } from "../open-to-send";
import { parseOptions } from "../parse-options";

const help = `Usage: emporion publish [PATH] [options]

Publishes a skill's directory or .skill archive as a new version, and waits for
vetting. If a version has the same bytes and modes, or an upload of them still waits for
its vetting, nothing is uploaded; those of another account are refused. Of each, the
version, the price of a call and what vetting decides are printed. Every file that is
sent is listed, and what stays here: what emporion pack leaves out.

PATH left out is the current directory. Of a directory that holds several skills each is
published that has changed; one that is refused keeps no other back. Not those in hidden
folders (.claude/skills) and those that were installed there. Of a plugin (plugin.json
and skills/NAME) each skill is published under its own name, or none if one is refused.

The API key is read from EMPORION_API_KEY; it goes to the market of EMPORION_MARKET and
to no other. A job of a CI that the skill's owner has named on /dashboard/trusted needs no
key: its CI's token is exchanged for the right to publish one version (GitHub: permissions
id-token: write; GitLab: id_tokens: EMPORION_ID_TOKEN with the market's address as aud).
An agent without an account uploads a draft instead, which a person then claims.

Before a skill is uploaded, what the market knows of it is printed: what its number says
and what changed, what its examples give, remarks, what anybody may take, and what keeps
it from earning. At a terminal you are then asked whether to go on.

  --fix              before anything is sent, print what would make a refused skill an
                     accepted one, line by line, and ask whether to change the files so:
                     a missing front matter, a colon without quotes, a name with
                     capitals, a wrong indentation, SKILL.md in another spelling or
                     folder. What only its author can say is named and not guessed.
  --yes              do not ask, neither whether to publish nor, with --fix, to change
  --dry-run          print only: nothing is published, and with --fix nothing changed
  --draft AGENT      upload a draft as this agent: NAME or NAME@PROVIDER. Its secret,
                     given once with its first draft, is read from
                     EMPORION_AGENT_SECRET, and belongs to EMPORION_MARKET too.
  --email ADDRESS    with --draft: send the claim link to this person
  --private          of a new skill: nobody is shown it but who may read it
  --call-only        of a new skill: everybody may call it, and is not given its files
  --stage            publish nothing: a person looks at it and releases it on the market's
                     page, as always with a key that may only stage
  --no-wait          do not wait for vetting
  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000

Exit code: 0 published, now or before (or uploaded, with --draft, --stage or --no-wait; or
shown, with --dry-run), 1 the format refuses one, vetting does not approve it, you said
no, or --fix proposes what nobody used, 2 wrong usage, 3 a path cannot be read, or the
market refuses.`;

const OPTIONS = {
  draft: { type: "string" },
  email: { type: "string" },
  private: { type: "boolean" },
  "call-only": { type: "boolean" },
  stage: { type: "boolean" },
  "no-wait": { type: "boolean" },
  fix: { type: "boolean" },
  yes: { type: "boolean" },
  "dry-run": { type: "boolean" },
  market: { type: "string" },
} as const;

const POLL_MS = 1_000;
const MAX_POLLS = 600;

/** `emporion publish`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 0, max: 1, name: "PATH" });
    const { cwd, stdout } = context;
    const [given = "."] = positionals;
    checkAgent(values);
    checkFix(values);
    const access = readAccess(values);
    const opened = await openPlugin(given, cwd);
    if (opened !== null) {
      if (values.fix === true) throw new UsageError("--fix takes skills, not a plugin");
      if (access !== undefined) throw new UsageError("the skills of a plugin are public");
      return publishPlugin(opened, values, context);
    }
    const listed = await listToPublish(given, cwd);
    const { leftOut } = listed;
    const { skills, open } =
      values.fix === true ? await fixAll(listed.skills, values, context) : { ...listed, open: 0 };
    if ((values.fix === true && values["dry-run"] === true) || (open > 0 && skills.length === 0))
      return open > 0 ? EXIT.found : EXIT.ok;
    if (values.draft !== undefined) {
      if (skills.length > 1) throw new UsageError("--draft takes one skill, not several");
      return publishDraft(skills[0] ?? given, values.draft, values, context);
    }
    printLeftOut(leftOut, context);
    let opening: ReturnType<typeof openOwn> | undefined;
    const account = () => (opening ??= openOwn(values.market, context));
    const isDryRun = values["dry-run"] === true;
    const sent: Sent[] = [];
    let code: number = open > 0 ? EXIT.found : EXIT.ok;
    await withPerson(context, { mayAsk: mayAsk(values) }, async (person) => {
      for (const skill of skills) {
        const isStaged = values.stage === true;
        const how = { account, isAlone: skills.length === 1, isDryRun, isStaged, access, person };
        const one = await publishOne(skill, how, context);
        if (typeof one === "number") code = Math.max(code, one);
        else if (one !== null) sent.push(one);
      }
    });
    if (values["no-wait"] === true || sent.length === 0) return code;
    for (const { market, name, version, jobId } of sent) {
      if (skills.length > 1) printLine(stdout, `${name} ${version}`);
      code = Math.max(code, await awaitVetting(market, jobId, context));
    }
    return code;
  },
};

/** Whoever uses --fix is asked about the change, and at most once. */
const mayAsk = (values: { yes?: boolean; fix?: boolean; "dry-run"?: boolean }): boolean =>
  values.yes !== true && values.fix !== true && values["dry-run"] !== true;

/** The skills that are published now, and how many wait for a yes to what is proposed. */
async function fixAll(
  skills: readonly string[],
  values: { yes?: boolean; "dry-run"?: boolean },
  context: CommandContext,
): Promise<{ skills: string[]; open: number }> {
  const [yes, dryRun] = [values.yes === true, values["dry-run"] === true];
  return withPerson(context, { mayAsk: !yes && !dryRun }, async (person) => {
    const fixed: string[] = [];
    let open = 0;
    for (const skill of skills) {
      const { directory, isOpen } = await fixSkill(skill, { person, yes, dryRun }, context);
      if (isOpen) open += 1;
      else fixed.push(directory);
    }
    return { skills: fixed, open };
  });
}

/** An upload whose vetting is waited for. */
interface Sent {
  market: MarketClient;
  name: string;
  version: string;
  jobId: string;
}

/** What is published with, and what the account has uploaded. */
interface Account {
  /** The market, asked for what is public. */
  reader: MarketClient;
  /** The market for one upload and its vetting. */
  marketFor: (skill: SkillPackage) => Promise<MarketClient>;
  own: readonly OwnSkill[];
}

/**
 * A key that is wrong or has ended is told of, whatever there is to do. A job of a CI has a right for each version, and
 * sees nothing else of the account.
 */
async function openOwn(given: string | undefined, context: CommandContext): Promise<Account> {
  if (isWorkload(context)) {
    const reader = openMarket(given, context);
    return { reader, own: [], marketFor: (skill) => openForUpload(reader, skill, context) };
  }
  const market = openAccount(given, context);
  return { reader: market, own: await ask(market.ownSkills()), marketFor: () => Promise.resolve(market) };
}

async function openForUpload(
  reader: MarketClient,
  skill: SkillPackage,
  context: CommandContext,
): Promise<MarketClient> {
  const name = writtenName(skill);
  if (name === null) throw new InputError("SKILL.md has no name, so no CI may publish it");
  const token = await askWorkloadToken({ market: reader.market, digest: skill.digest }, context);
  return openWithRight(reader.market, await ask(reader.exchangeToken(name, token)));
}

/**
 * Uploads one skill, if it has changed. Its exit code where it is refused; null where there is nothing to wait for. What
 * cannot be read keeps no other back.
 */
async function publishOne(
  given: string,
  {
    account,
    isAlone,
    isDryRun,
    isStaged,
    access,
    person,
  }: {
    account: () => ReturnType<typeof openOwn>;
    isAlone: boolean;
    isDryRun: boolean;
    isStaged: boolean;
    access: SkillAccess | undefined;
    person: Person | null;
  },
  context: CommandContext,
): Promise<Sent | number | null> {
  const { stdout, stderr, cwd } = context;
  const opened = await openToSend(given, cwd).catch((error: unknown) => {
    if (isAlone || !(error instanceof InputError)) throw error;
    printLine(stderr, error.message);
    return null;
  });
  if (opened === null) return EXIT.input;
  const { skill, leftOut } = opened;
  const verdict = judgeOpened(asOpened(given, skill));
  const { decision } = verdict;
  if (!isAlone && decision.status !== "approved") printLine(stderr, given);
  printReasons(decision, stderr);
  if (decision.status === "rejected") return EXIT.found;
  const { reader, marketFor, own } = await account();
  const waiting = findWaiting(own, skill);
  if (waiting) {
    const { name, version, version_id: versionId } = waiting;
    printLine(stdout, `${name} ${version}: uploaded before, and not decided yet, ${skill.digest}`);
    const market = await marketFor(skill);
    return { market, name, version, jobId: (await ask(market.vettingOf(versionId))).job_id };
  }
  const same = await findSame(reader, skill);
  // A job of a CI sees nothing of the account, so its right is asked for; of any other key the market decides.
  const isTheirs = same !== null && (isWorkload(context) || own.some(({ name }) => name === same.name));
  if (same && isTheirs) {
    if (isWorkload(context)) await marketFor(skill);
    const by = same.version_publisher ? ` by ${same.version_publisher.name}` : "";
    printLine(stdout, `${same.name} ${same.version}: already published${by}, ${skill.digest}`);
    printPrice(BigInt(same.price_lamports), stdout);
    return null;
  }
  printSent(skill, leftOut, context);
  // A job of a CI has a right to one upload alone, and nobody to be asked.
  const preview = isWorkload(context) ? null : await previewUpload(reader, skill, context);
  if (isDryRun) return null;
  const isAgreed = await agreesToPublish(preview?.version ? `version ${preview.version}` : "it", person);
  if (!isAgreed) return EXIT.found;
  const market = await marketFor(skill);
  const published = await ask(market.publish(skill, { stage: isStaged, access }).catch(readSameVersion));
  if ("sameVersion" in published) {
    printLine(
      stdout,
      `${writtenName(skill) ?? given} ${published.sameVersion}: already published, ${skill.digest}`,
    );
    return null;
  }
  if ("pageUrl" in published) {
    printLine(stdout, `${published.name} ${published.version}: staged, ${skill.digest}`);
    printLine(stdout, `a person releases it at ${published.pageUrl}`);
    return null;
  }
  const { name, version, vettingJobId, priceLamports, notCalled, warnings } = published;
  printLine(stdout, `${name} ${version}: uploaded, ${skill.digest}`);
  if (priceLamports !== null) printPrice(priceLamports, stdout);
  for (const warning of warnings) printLine(stderr, warning);
  if (notCalled !== null) printLine(stderr, `no call is sold yet: ${notCalled}`);
  await printMissing(asOpened(given, skill), verdict, stderr);
  return { market, name, version, jobId: vettingJobId };
}

function printPrice(lamports: bigint, stdout: CommandContext["stdout"]): void {
  const price = lamports === 0n ? "free" : `${lamports} lamports (${formatLamportsAsSol(lamports)} SOL)`;
  printLine(stdout, `price of a call: ${price}`);
}

/** Of an agent without an account. */
async function publishDraft(
  given: string,
  agent: string,
  values: { email?: string; market?: string },
  context: CommandContext,
): Promise<number> {
  const { stdout, stderr } = context;
  const { skill, leftOut } = await openToSend(given, context.cwd);
  const { decision } = judgeOpened(asOpened(given, skill));
  printReasons(decision, stderr);
  if (decision.status === "rejected") return EXIT.found;
  const market = openMarket(values.market, context);
  const secret = findSecret("EMPORION_AGENT_SECRET", market.market, context);
  printSent(skill, leftOut, context);
  const draft = await ask(
    market.uploadDraft(skill, {
      agent,
      ...(secret === undefined ? {} : { secret }),
      ...(values.email === undefined ? {} : { contactEmail: values.email }),
    }),
  );
  printLine(stdout, `${draft.name} ${draft.version}: draft`);
  printLine(stdout, draft.claimUrl);
  printLine(stderr, "give this link to your user: whoever opens it can claim the draft");
  if (draft.agentSecret !== null)
    printLine(stderr, `agent secret, shown only once, for EMPORION_AGENT_SECRET: ${draft.agentSecret}`);
  return EXIT.ok;
}

/** Each skill of a plugin under its own name. */
async function publishPlugin(
  { plugin, archive, leftOut }: OpenedPlugin,
  values: { draft?: string; "no-wait"?: boolean; "dry-run"?: boolean; yes?: boolean; market?: string },
  context: CommandContext,
): Promise<number> {
  const { stdout, stderr } = context;
  if (values.draft !== undefined) throw new UsageError("--draft takes one skill, not a plugin");
  for (const skill of plugin.skills) {
    const verdict = judgeOpened(asOpened(`skills/${skill.rootDirectory ?? ""}`, skill));
    printReasons(verdict.decision, stderr);
    if (verdict.decision.status === "rejected") return EXIT.found;
  }
  const market = openAccount(values.market, context);
  for (const { rootDirectory, files } of plugin.skills)
    printSent(
      { files: files.map((file) => ({ ...file, path: `skills/${rootDirectory ?? ""}/${file.path}` })) },
      [],
      context,
    );
  printLeftOut([...leftOut, ...plugin.others.map((file) => ({ file, reason: "belongs to no skill" }))], {
    stderr,
  });
  for (const skill of plugin.skills) {
    printLine(stderr, `skills/${skill.rootDirectory ?? ""}`);
    await previewUpload(market, skill, context);
  }
  if (values["dry-run"] === true) return EXIT.ok;
  const goesOn = await withPerson(context, { mayAsk: mayAsk(values) }, (person) =>
    agreesToPublish("the plugin", person),
  );
  if (!goesOn) return EXIT.found;
  const { skills, set } = await ask(market.publishPlugin(archive));
  let code: number = EXIT.ok;
  for (const { name, version, vettingJobId } of skills) {
    printLine(stdout, `${name} ${version}: ${vettingJobId === null ? "uploaded before" : "uploaded"}`);
    if (vettingJobId === null || values["no-wait"] === true) continue;
    code = Math.max(code, await awaitVetting(market, vettingJobId, context));
  }
  printLine(stdout, `set:${set.name} ${set.version}`);
  return code;
}

/** The last upload of the same bytes under the package's own name, while nothing has been decided about it. */
function findWaiting(own: readonly OwnSkill[], skill: SkillPackage): OwnSkill | undefined {
  const name = writtenName(skill);
  return own.find(
    (each) =>
      each.name === name &&
      isSame(each, skill) &&
      !each.published &&
      !each.yanked &&
      each.vetting_status !== "rejected",
  );
}

/** The same bytes, and the same files that may be run, where the market knows these. */
function isSame(
  { package_digest: digest, executable_files: executables }: UploadedPackage,
  skill: SkillPackage,
) {
  if (digest !== skill.digest) return false;
  return !executables || executablesDigest(executables) === executablesDigest(listExecutables(skill.files));
}

/**
 * The newest version under the package's own name when it has the same bytes. A skill that writes no version would
 * otherwise get another one each time it is published.
 */
async function findSame(market: MarketClient, skill: SkillPackage): Promise<FoundSkill | null> {
  const name = writtenName(skill);
  if (name === null) return null;
  try {
    const newest = await market.details(name);
    return isSame(newest, skill) && !newest.withdrawn ? newest : null;
  } catch (error) {
    // Whatever it is, the upload will tell.
    if (error instanceof MarketError) return null;
    throw error;
  }
}

/** The version that holds these bytes already, which findSame does not see: an older one, or of a skill that is maintained. */
function readSameVersion(error: unknown): { sameVersion: string } {
  const { same_version: sameVersion } = error instanceof MarketError ? error.problem : {};
  if (typeof sameVersion === "string") return { sameVersion };
  throw error;
}

/** @throws UsageError for an agent that no market takes, and for a person to write to without one. */
function checkAgent({
  draft,
  email,
  "dry-run": dryRun,
}: {
  draft?: string;
  email?: string;
  "dry-run"?: boolean;
}): void {
  if (draft !== undefined && dryRun === true) throw new UsageError("--dry-run goes without --draft");
  if (draft === undefined) {
    if (email !== undefined) throw new UsageError("--email goes with --draft");
    return;
  }
  if (draft === "" || !parseAuthorAgent({ header: draft }).ok)
    throw new UsageError(
      `--draft is NAME or NAME@PROVIDER of letters, digits, ".", "_" and "-", not "${draft}"`,
    );
}

/** Who is to see a new skill. @throws UsageError for both, and for what is released by a person or is a draft. */
function readAccess(values: {
  private?: boolean;
  "call-only"?: boolean;
  stage?: boolean;
  draft?: string;
}): SkillAccess | undefined {
  const { private: isPrivate = false, "call-only": isCallOnly = false, stage = false, draft } = values;
  if (!isPrivate && !isCallOnly) return undefined;
  if (isPrivate && isCallOnly) throw new UsageError("--private and --call-only exclude each other");
  if (stage) throw new UsageError("who sees a staged skill is chosen when a person releases it");
  if (draft !== undefined)
    throw new UsageError("a draft is public: --private and --call-only go without --draft");
  return isPrivate ? "private" : "call_only";
}

/** @throws UsageError for options that say how something is fixed, where nothing is. */
function checkFix({ yes, "dry-run": dryRun }: { yes?: boolean; "dry-run"?: boolean }): void {
  if (yes === true && dryRun === true) throw new UsageError("--yes and --dry-run exclude each other");
}

const NEXT = {
  pending: "follow it at",
  caution: "an administrator will decide; see the decision at",
  rejected: "if vetting is wrong, appeal at",
};

function printFinding(
  { code, severity, message, file, line, remedy }: VettingFinding,
  stderr: CommandContext["stderr"],
): void {
  const place = file ? ` in ${file}${line ? `:${line}` : ""}` : "";
  printLine(stderr, `${severity} ${code}${place}: ${message}`);
  if (remedy) printLine(stderr, `  ${remedy}`);
}

async function awaitVetting(
  market: MarketClient,
  jobId: string,
  { stdout, stderr }: CommandContext,
): Promise<number> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const answer = await ask(market.vetting(jobId));
    const { vetting_status: status, findings, page_url: page } = answer;
    if (!answer.is_done) {
      await sleep(POLL_MS);
      continue;
    }
    for (const finding of findings) printFinding(finding, stderr);
    printLine(stdout, `vetting: ${status}`);
    if (status === "approved") return EXIT.ok;
    if (page) printLine(stderr, `${NEXT[status]} ${page}`);
    return EXIT.found;
  }
  printLine(stderr, "vetting has not finished yet");
  return EXIT.found;
}
