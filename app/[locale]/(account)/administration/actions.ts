"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { actAs, asMember, withQuery } from "@/app/[locale]/form-outcome";
import { choiceOf, listOf, textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { readCaseFilter, writeCaseFilter } from "@/components/console/case-filter-address";
import { decideApplication } from "@/lib/audits/applications";
import { decideChallenge } from "@/lib/audits/challenges";
import { enrolVerifier, endVerifier } from "@/lib/audits/verifiers";
import { getActorOfUsername } from "@/lib/identity/accounts/accounts";
import { setRole } from "@/lib/identity/accounts/set-role";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { decideTogether, decideVersion, VERSION_DECISIONS } from "@/lib/moderation/decide-together";
import { decideReport, REPORT_DECISIONS, SET_REPORT_DECISIONS } from "@/lib/moderation/reports";
import { decideSetReport } from "@/lib/moderation/set-reports";
import { hideQuestion, showQuestion } from "@/lib/moderation/hide-question";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** What was done, by which `AdministrationFrame` leads to where it can be taken back. */
const LISTED = "listed";
const QUARANTINED = "quarantined";

const HOME = "/administration";
const QUESTIONS = `${HOME}/questions`;
const MAX_NAME = 100;
const name = (form: FormData, field: string) => textOf(form, field, MAX_NAME).trim();

/** Enrols the wallet of the form as a verifier. */
export const enrolAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs(
    `${HOME}/audits`,
    (actor) => enrolVerifier(actor, { address: name(form, "address"), displayName: name(form, "name") }),
    { name: "enrol", form, fields: ["address", "name"], about: name(form, "name") },
  );
});

/** The list that a form leads back to: its filter is read, and written anew. */
function listPage(form: FormData): string {
  const query = new URLSearchParams(textOf(form, "list"));
  return HOME + writeCaseFilter(readCaseFilter(Object.fromEntries(query)));
}

/** Decides about the version of the form: one that vetting holds, or would hold now. Leads back to the list. */
export const decideVersionAction = serverAction([FORM], async (form): Promise<void> => {
  const versionId = name(form, "version");
  const decision = choiceOf(form, "decision", VERSION_DECISIONS);
  const sent = { name: `version ${versionId}`, form, fields: ["reason"] };
  await asMember({ page: `${HOME}/versions/${versionId}`, sent }, (actor) =>
    decideVersion({ actor, versionId, decision, reason: textOf(form, "reason") }),
  );
  await leadToDone(listPage(form), {
    about: name(form, "about"),
    decided: decision,
    did: { approve: LISTED, quarantine: QUARANTINED, reject: "", keep: "" }[decision],
  });
});

/** Decides about the chosen versions of one owner, each by itself. */
export const decideTogetherAction = serverAction([FORM], async (form): Promise<void> => {
  const decision = choiceOf(form, "decision", VERSION_DECISIONS);
  const page = listPage(form);
  const sent = { name: `together ${name(form, "together")}`, form, fields: ["reason"] };
  const versionIds = listOf(form, "version");
  const outcomes = await asMember({ page, sent }, (actor) =>
    decideTogether({ actor, versionIds, decision, reason: textOf(form, "reason") }),
  );
  const [decided, failed] = [true, false].map((isDecided) =>
    outcomes.filter(({ problem }) => (problem === null) === isDecided),
  );
  const namesOf = (all: typeof outcomes = []) => all.map((outcome) => outcome.name).join(",");
  await leadToDone(page, {
    about: namesOf(decided),
    decided: decision,
    failed: namesOf(failed),
    why: failed?.map(({ problem }) => problem).join(",") ?? "",
  });
});

/** Shows a page with what was done, or was not. */
async function leadToDone(
  page: string,
  said: Readonly<Record<"about" | "decided", string>> & { did?: string; failed?: string; why?: string },
): Promise<never> {
  const told = new URLSearchParams(said.about === "" ? {} : { done: "1" });
  for (const [key, value] of Object.entries(said)) if (value !== "") told.set(key, value);
  redirect(localizedPath(await getLocale(), withQuery(page, told.toString())));
}

/** Decides the report of the form. */
export const decideReportAction = serverAction([FORM], async (form): Promise<void> => {
  const decision = choiceOf(form, "decision", REPORT_DECISIONS);
  const reportId = name(form, "report");
  await actAs(
    `${HOME}/reports`,
    (actor) => decideReport({ actor, reportId, decision, text: textOf(form, "reason") }),
    {
      name: `report ${reportId}`,
      form,
      fields: ["reason"],
      about: name(form, "about"),
      decided: decision,
      did: decision === "quarantine" ? QUARANTINED : undefined,
    },
  );
});

/** Decides the report of the form about a set. */
export const decideSetReportAction = serverAction([FORM], async (form): Promise<void> => {
  const decision = choiceOf(form, "decision", SET_REPORT_DECISIONS);
  const reportId = name(form, "setReport");
  await actAs(
    `${HOME}/reports`,
    (actor) => decideSetReport({ actor, reportId, decision, text: textOf(form, "reason") }),
    {
      name: `setReport ${reportId}`,
      form,
      fields: ["reason"],
      about: name(form, "about"),
      decided: decision,
    },
  );
});

/** Answers the appeal of the form. */
export const decideAppealAction = serverAction([FORM], async (form): Promise<void> => {
  const decision = choiceOf(form, "decision", ["grant", "deny"]);
  const appealId = name(form, "appeal");
  await actAs(
    `${HOME}/reports`,
    (actor) => decideAppeal({ actor, appealId, decision, text: textOf(form, "reason") }),
    {
      name: `appeal ${appealId}`,
      form,
      fields: ["reason"],
      about: name(form, "about"),
      decided: decision,
      did: decision === "grant" ? LISTED : undefined,
    },
  );
});

/** Puts the skill of the form into quarantine. */
export const quarantineAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs(
    `${HOME}/quarantine`,
    (actor) => quarantineSkill({ actor, skill: name(form, "skill"), reason: textOf(form, "reason") }),
    {
      name: "quarantine",
      form,
      fields: ["skill", "reason"],
      about: name(form, "skill"),
      decided: "quarantine",
      did: QUARANTINED,
    },
  );
});

/** Ends the quarantine of the skill of the form. */
export const releaseAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = name(form, "skill");
  await actAs(
    `${HOME}/quarantine`,
    (actor) => releaseSkill({ actor, skill, reason: textOf(form, "reason") }),
    { name: `skill ${skill}`, form, fields: ["reason"], about: skill, decided: "release", did: LISTED },
  );
});

/** Takes the question of the form away: nobody is shown it. */
export const hideQuestionAction = serverAction([FORM], async (form): Promise<void> => {
  const sent = { name: "hide", form, fields: ["question", "another", "reason"] };
  await actAs(QUESTIONS, (actor) => hideQuestion({ actor, ...questionOf(form) }), sent);
});

/** Lets the question of the form be shown again. */
export const showQuestionAction = serverAction([FORM], async (form): Promise<void> => {
  const sent = { name: "show", form, fields: ["question", "another", "reason"] };
  await actAs(QUESTIONS, (actor) => showQuestion({ actor, ...questionOf(form) }), sent);
});

/** The one that was written, or else the one that was chosen. */
const questionOf = (form: FormData) => ({
  question: textOf(form, "another") || textOf(form, "question"),
  reason: textOf(form, "reason"),
});

/** Makes the account of the form an administrator, or an ordinary member again. */
export const setRoleAction = serverAction([FORM], async (form): Promise<void> => {
  const role = choiceOf(form, "role", ["administrator", "member"]);
  await actAs(
    `${HOME}/people`,
    async (actor) => {
      const { accountId } = await getActorOfUsername(name(form, "username"));
      await setRole(actor, accountId, role);
    },
    { name: role, form, fields: ["username"], about: name(form, "username") },
  );
});

const AUDITS = "/administration/audits";

/** Enrols or refuses an applicant. */
export const decideApplicationAction = serverAction([FORM], async (form): Promise<void> => {
  const granted = choiceOf(form, "decision", ["grant", "refuse"]) === "grant";
  const applicationId = textOf(form, "application").trim();
  const did = granted ? "enrolled" : undefined;
  const decided = granted ? "enrol" : "refuse";
  const about = name(form, "about");
  const sent = { name: `application ${applicationId}`, form, fields: [], about, decided, did };
  await actAs(AUDITS, (actor) => decideApplication(actor, { applicationId, granted }), sent);
});

/** Upholds or rejects a challenge. */
export const decideChallengeAction = serverAction([FORM], async (form): Promise<void> => {
  const upheld = choiceOf(form, "decision", ["uphold", "reject"]) === "uphold";
  const decision = upheld ? "upheld" : "rejected";
  const [challengeId, outcome] = [textOf(form, "challenge").trim(), textOf(form, "reason").trim()];
  const about = name(form, "about");
  const sent = { name: `challenge ${challengeId}`, form, fields: ["reason"], about, decided: decision };
  await actAs(AUDITS, (actor) => decideChallenge(actor, { challengeId, decision, outcome }), sent);
});

/** Ends a verifier's enrolment; with a reason others may know the key, and everybody is told so. */
export const endVerifierAction = serverAction([FORM], async (form): Promise<void> => {
  const [address, leaked] = [textOf(form, "address").trim(), textOf(form, "leaked").trim()];
  await actAs(AUDITS, (actor) => endVerifier(actor, address, leaked === "" ? {} : { leaked }));
});
