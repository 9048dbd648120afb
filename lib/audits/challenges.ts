import { STANDINGS, standingOf, type Standing } from "@/lib/audits/standing";
import {
  findChallengerFacts,
  insertChallenge,
  findListedAudit,
  findChallenge,
  listChallengeRows,
  setAnswer,
  setChallengeDecided,
  type ChallengeRow,
  existsUpheldChallenge,
} from "@/lib/audits/challenges-repository";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { type AuditSubject, findAuditSubject } from "@/lib/audits/audits-repository";
import { maySee } from "@/lib/audits/verifiers";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { type Database, database } from "@/lib/db/client";
import { DECISION_DAYS, assertMayDecideSeal, isLeftToOthers } from "@/lib/identity/decided-by";
import { newId } from "@/lib/kernel/ids";
import type { AuditState } from "@/lib/registry/views";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { noSuchVersion } from "@/lib/registry/versions/find-version";
import { readText, readReason } from "@/lib/kernel/read-reason";
import { writeAdvisory } from "@/lib/advisories/write-advisory";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { newsOfOwnChallenge } from "@/lib/log/events/notices/news-of-audit-event";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";

export const MAX_CLAIM_CHARACTERS = 200;

interface Opening {
  subject: AuditSubject;
  accountId: string;
  claim: string;
  evidence: string;
  auditState: AuditState;
  /** The signed verdict that opens it; null for one written into the form. */
  auditId: string | null;
}

/**
 * Writes an open challenge, its event and its entry in the log in the caller's transaction; the version keeps its state
 * until an administrator decides. Returns its id; null when the account has an open challenge of this version.
 */
async function writeChallenge(
  db: Database,
  { subject, accountId, claim, evidence, auditState, auditId }: Opening,
  now: Date,
): Promise<string | null> {
  const { versionId, slug, version, packageDigest } = subject;
  const id = newId("chl", now.getTime());
  const deadline = new Date(now.getTime() + DECISION_DAYS * DAY_MS);
  const standing = standingOf(await findChallengerFacts(db, { accountId, versionId }));
  const row = {
    id,
    versionId,
    accountId,
    packageDigest,
    claim,
    evidence,
    openedAt: now,
    deadline,
    auditId,
    standing,
  };
  if (!(await insertChallenge(db, row))) return null;
  const signed = auditId === null ? {} : { auditId };
  const data = { challengeId: id, slug, version, packageDigest, claim, auditState, standing, ...signed };
  await recordAuditEvent(db, { kind: "challenge:opened", subjectId: versionId, actor: accountId, data }, now);
  return id;
}

export const MAX_EVIDENCE_CHARACTERS = 4_000;

export interface ChallengeRequest {
  accountId: string;
  versionId: string;
  /** What is wrong, in one sentence. */
  claim: string;
  /** How anybody can see it for themselves. */
  evidence: string;
}

/**
 * Somebody signed in says, with evidence, that a version does not deserve to be Optimistic or Audited. It keeps its
 * state until an administrator decides, at the latest after 14 days. Throws VERSION_NOT_FOUND, REQUEST_INVALID without
 * a claim or evidence, CHALLENGE_NOT_ALLOWED for an Unverified version, one's own, or a second open challenge.
 */
export async function openChallenge(
  request: ChallengeRequest,
  clock: Clock = systemClock,
): Promise<{ challengeId: string }> {
  const { accountId, versionId } = request;
  const claim = readText(request.claim, { name: "claim", maxCharacters: MAX_CLAIM_CHARACTERS });
  const evidence = readText(request.evidence, { name: "evidence", maxCharacters: MAX_EVIDENCE_CHARACTERS });
  const now = clock.now();
  const opened = await inTransaction(async (db) => {
    await shareLockAccount(db, accountId); // nobody takes the skill over meanwhile
    const { subject, auditState } = await getChallengeable(db, { accountId, versionId, now });
    return writeChallenge(db, { subject, accountId, claim, evidence, auditState, auditId: null }, now);
  });
  if (opened === null) throw notAllowed("You have an open challenge of this version already.");
  return { challengeId: opened };
}

async function getChallengeable(
  db: Database,
  { accountId, versionId, now }: { accountId: string; versionId: string; now: Date },
) {
  const subject = await findAuditSubject(db, versionId);
  if (!subject?.published || !(await maySee(db, accountId, subject))) throw noSuchVersion();
  if (subject.owners.includes(accountId))
    throw notAllowed(
      "Nobody challenges a skill that is or was their own: its owner can withdraw the version.",
    );
  const auditState = (await findListedAudit(db, versionId, now))?.auditState;
  if (auditState === undefined || auditState === "Unverified")
    throw notAllowed("Only Optimistic and Audited versions can be challenged; this one is Unverified.");
  return { subject, auditState };
}

const notAllowed = (message: string) => new DomainError("CHALLENGE_NOT_ALLOWED", message);

/**
 * A verifier's signed verdict `challenge` opens a challenge in the transaction that records it, where there is a state
 * to challenge: it claims what the note begins with, and the note is its evidence. Like any other it changes nothing
 * before an administrator decides. Returns its id; null for an Unverified version, and where the verifier has an open
 * challenge of it.
 */
export async function openSignedChallenge(
  db: Database,
  signed: { auditId: string; accountId: string; subject: AuditSubject; note: string },
  now: Date,
): Promise<string | null> {
  const auditState = (await findListedAudit(db, signed.subject.versionId, now))?.auditState;
  if (auditState === undefined || auditState === "Unverified") return null;
  const { note, ...opening } = signed;
  return writeChallenge(db, { ...opening, claim: claimOf(note), evidence: note, auditState }, now);
}

/** The first line of a note, as long as a claim may be. */
export function claimOf(note: string): string {
  const line = (note.trim().split(/\r?\n/, 1)[0] ?? "").trim();
  if (line.length <= MAX_CLAIM_CHARACTERS) return line;
  const cut = line.slice(0, MAX_CLAIM_CHARACTERS - 1);
  // Not through the middle of a character that takes two units.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

export const MAX_ANSWER_CHARACTERS = 2_000;

/** Why somebody cannot answer a challenge; null where they can: it waits, and the skill is theirs or they maintain it. Pure. */
export function whyNotAnswer(
  { state, publishers }: Pick<ChallengeRow, "state" | "publishers">,
  accountId: string,
): string | null {
  if (!publishers.includes(accountId))
    return "Only the owner of the skill, or a maintainer, answers a challenge.";
  return state === "open" ? null : "This challenge has already been decided.";
}

/**
 * The accused says what they have to say to an open challenge, in public, for who decides and everybody else; a second answer
 * takes the place of the first. It decides nothing. Throws CHALLENGE_NOT_FOUND, REQUEST_INVALID without a text, and
 * CHALLENGE_NOT_ALLOWED as `whyNotAnswer` has it.
 */
export async function answerChallenge({
  accountId,
  challengeId,
  answer: given,
}: {
  accountId: string;
  challengeId: string;
  answer: string;
}): Promise<void> {
  const answer = readText(given, { name: "answer", maxCharacters: MAX_ANSWER_CHARACTERS });
  const challenge = await findChallenge(database(), challengeId);
  if (!challenge) throw new DomainError("CHALLENGE_NOT_FOUND", "There is no challenge with this id.");
  const why = whyNotAnswer(challenge, accountId);
  if (why !== null) throw notAllowed(why);
  if (!(await setAnswer(database(), challengeId, { answer, answeredAt: systemClock.now() })))
    throw notAllowed("This challenge has already been decided.");
}

const MAX_LAPSED_AT_ONCE = 100;

interface ChallengeDecision {
  challengeId: string;
  decision: "upheld" | "rejected";
  /** Why, for everybody to read. */
  outcome: string;
}

/**
 * An administrator decides a challenge. Upheld, it ends every seal and bond the version had until then; only a later
 * seal makes it Audited again. Throws PERMISSION_DENIED, CHALLENGE_NOT_FOUND, REQUEST_INVALID without a reason,
 * CHALLENGE_NOT_ALLOWED when it was decided before, and to its challenger and the owner of the skill,
 * DECISION_NOT_ALLOWED to whose seal it is about (`assertMayDecideSeal`).
 */
export async function decideChallenge(
  actor: Actor,
  { challengeId, decision, outcome: given }: ChallengeDecision,
): Promise<void> {
  assertAdministrator(actor);
  const outcome = readReason(given);
  const challenge = await findChallenge(database(), challengeId);
  if (!challenge) throw new DomainError("CHALLENGE_NOT_FOUND", "There is no challenge with this id.");
  if (judgesOwn(challenge, actor))
    throw new DomainError(
      "CHALLENGE_NOT_ALLOWED",
      "Another administrator decides: this is your own challenge, or a skill that is or was yours.",
    );
  const by = await assertMayDecideSeal(database(), actor, concernedBy(challenge));
  const closing = { state: decision, outcome, actor: actor.accountId, by };
  const decided = await close(challenge, closing, systemClock.now());
  if (!decided) throw new DomainError("CHALLENGE_NOT_ALLOWED", "This challenge has already been decided.");
}

/** Ends challenges nobody has decided in time; the version keeps its state. Returns how many. */
export async function lapseChallenges(clock: Clock = systemClock): Promise<number> {
  const now = clock.now();
  const due = { state: "open", deadlineBefore: now };
  const challenges = await listChallengeRows(database(), due, MAX_LAPSED_AT_ONCE);
  for (const challenge of challenges)
    await close(challenge, { state: "lapsed", outcome: null, actor: "operator" }, now);
  return challenges.length;
}

function close(
  challenge: ChallengeRow,
  {
    state,
    outcome,
    actor,
    by = {},
  }: {
    state: "upheld" | "rejected" | "lapsed";
    outcome: string | null;
    actor: string;
    by?: { decidedBy?: "verifier" };
  },
  now: Date,
): Promise<boolean> {
  return inTransaction(async (db) => {
    if (!(await setChallengeDecided(db, challenge.id, { state, outcome, decidedAt: now }))) return false;
    const { id: challengeId, slug, version, packageDigest, versionId: subjectId, accountId } = challenge;
    const data = { challengeId, slug, version, packageDigest, state, outcome, ...by };
    await recordAuditEvent(db, { kind: "challenge:decided", subjectId, actor, data }, now);
    const news = newsOfOwnChallenge({ slug, version, state, outcome });
    await mailNews(db, news, { of: { accountId }, actor, now });
    if (state === "upheld") {
      const about = { versionIds: [subjectId] };
      const reason = outcome ?? challenge.claim;
      await writeAdvisory(db, { kind: "challenge-upheld", causeId: challengeId, about, reason }, now);
    }
    return true;
  });
}

const MOST = 100;

export interface ChallengeView {
  id: string;
  slug: string;
  version: string;
  claim: string;
  evidence: string;
  state: "open" | "upheld" | "rejected" | "lapsed";
  challenger: string;
  /** Why it weighs; null for an account without standing. */
  standing: Standing | null;
  openedAt: string;
  deadline: string;
  decidedAt: string | null;
  outcome: string | null;
  /** What the accused says to it; null while they say nothing. */
  answer: string | null;
  answeredAt: string | null;
  /** The verifier's signed verdict that opened it; null where it was written into the form. */
  auditId: string | null;
  /** Why the verifier has taken that verdict back; null while they stand by it. It is decided all the same. */
  takenBack: string | null;
}

/** Challenges of a version, newest first. */
export async function listChallenges({ versionId }: { versionId: string }): Promise<ChallengeView[]> {
  return (await listChallengeRows(database(), { versionId }, MOST)).map(toView);
}

interface OpenChallenge extends ChallengeView {
  /**
   * It is the administrator's own, of a skill that is or was theirs, or about a seal of theirs and there is another.
   */
  leftToOthers: boolean;
}

/** Challenges that wait for a decision, those that lapse first before the others. Throws PERMISSION_DENIED. */
export async function listOpenChallenges(actor: Actor): Promise<OpenChallenge[]> {
  assertAdministrator(actor);
  const rows = await listChallengeRows(database(), { state: "open", longestFirst: true }, MOST);
  return Promise.all(
    rows.map(async (row) => {
      const leftToOthers = judgesOwn(row, actor) || (await isLeftToOthers(actor, concernedBy(row)));
      return { ...toView(row), leftToOthers };
    }),
  );
}

/**
 * Who would win or lose by a decision: challenger, owners and whose seals it is about; the last if there is
 * nobody else.
 */
const concernedBy = ({ accountId, owners, sealers }: ChallengeRow) => [accountId, ...owners, ...sealers];

/** Whether an administrator would decide about a challenge of their own, or of a skill that is or was theirs. */
const judgesOwn = ({ accountId, owners }: ChallengeRow, actor: Actor) =>
  [accountId, ...owners].includes(actor.accountId);

function toView(row: ChallengeRow): ChallengeView {
  const { id, slug, version, claim, evidence, challenger, outcome, answer, auditId } = row;
  return {
    id,
    slug,
    version,
    claim,
    evidence,
    challenger,
    outcome,
    answer,
    auditId,
    state: row.state as ChallengeView["state"],
    standing: STANDINGS.find((each) => each === row.standing) ?? null,
    openedAt: row.openedAt.toISOString(),
    deadline: row.deadline.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    takenBack: row.revokedAt ? (row.revokeReason ?? "") : null,
  };
}

/** Whether somebody has shown that this version is not what it promises. */
export function hasUpheldChallenge(versionId: string): Promise<boolean> {
  return existsUpheldChallenge(database(), versionId);
}
