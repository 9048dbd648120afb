import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { MARKET_SCHEDULES } from "@/lib/duties/schedules";
import { armSchedules } from "@/lib/platform/jobs/run-job";
import { decideCaution } from "@/lib/moderation/held";
import { setScanner } from "@/lib/vetting/current-scanner";
import { type ConformanceCase, assertKnown, RunnerError } from "../../runner/conformance-case";
import { checkAnswer, type AnswerExpectation } from "./check-answer";
import { Fixtures } from "./fixtures";
import { Outbox } from "./outbox";
import { sendRequest, type RequestStep } from "./send-request";
import { durationMs, shiftClock } from "./shifted-clock";
import { Variables } from "./variables";
import { judgeAs, settleJobs, verdictOf, type StubbedVerdict } from "./vetting-stub";

interface Step extends RequestStep {
  id: string;
  do: string;
  save?: Record<string, string>;
  by?: string;
  to?: string;
  skill?: string;
  decision?: "approve" | "reject";
}

/** Runs the steps of a case one after the other; gives one line for each expectation that is not met. */
export async function runSteps(url: string, { input, expect }: ConformanceCase): Promise<string[]> {
  const variables = new Variables();
  const outbox = new Outbox(variables);
  const run: CaseRun = { url, variables, outbox, verdict: "real" };
  setScanner((skillPackage) => Promise.resolve(judgeAs(run.verdict, skillPackage)));
  run.verdict = await new Fixtures(url, variables).store(input["given"]);
  const faults: string[] = [];
  const steps = input["steps"] as Step[];
  assertKnown(
    expect,
    steps.map(({ id }) => id),
    "expectation of a step that there is not,",
  );
  for (const step of steps) {
    const filled = (await variables.fill(step, findSkillId)) as Step;
    const found = await perform(run, filled, await variables.fill(expect[step.id], findSkillId));
    faults.push(...found.map((fault) => `${step.id}: ${fault}`));
  }
  return faults;
}

interface CaseRun {
  url: string;
  variables: Variables;
  outbox: Outbox;
  verdict: StubbedVerdict;
}

async function perform(run: CaseRun, step: Step, expected: unknown): Promise<string[]> {
  switch (step.do) {
    case "request":
      return request(run, step, expected);
    case "outbox":
      return run.outbox.check(step.to ?? "", expected ?? {}, step.save);
    case "outbox_mark":
      await run.outbox.mark();
      return [];
    case "advance":
      shiftClock(durationMs(step.by ?? ""));
      return [];
    case "run_jobs":
      await armSchedules(database(), MARKET_SCHEDULES, systemClock.now());
      await settleJobs(run.verdict);
      return [];
    case "finish_vetting":
      await settleJobs(run.verdict, { finish: true });
      return [];
    case "set_vetting_stub":
      run.verdict = verdictOf(step);
      return [];
    case "admin_review":
      await review(step);
      return [];
    default:
      throw new RunnerError(`does not know the step ${step.do}`);
  }
}

async function request(run: CaseRun, step: Step, expected: unknown): Promise<string[]> {
  const answer = await sendRequest(run.url, step);
  run.variables.saveFrom(answer.body, step.save ?? {});
  await settleJobs(run.verdict);
  return checkAlternatives(answer, expected ?? {});
}

function checkAlternatives(
  answer: Parameters<typeof checkAnswer>[0],
  { one_of: alternatives, ...expected }: AnswerExpectation & { one_of?: AnswerExpectation[] },
): string[] {
  const faults = checkAnswer(answer, expected);
  if (alternatives === undefined) return faults;
  const attempts = alternatives.map((alternative) => checkAnswer(answer, alternative));
  return attempts.some((attempt) => attempt.length === 0) ? faults : [...faults, ...attempts.flat()];
}

async function review({ skill = "", decision = "approve" }: Step): Promise<void> {
  const version = await database().skillVersion.findFirst({
    where: { skill: { slug: skill }, vettingStatus: "caution" },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  if (!version) throw new Error(`no version of ${skill} waits for a decision`);
  const actor = await createAccount({ username: "the-administrator", role: "administrator" });
  await decideCaution({ actor, versionId: version.id, decision, reason: "decided by the case" });
}

async function findSkillId(slug: string): Promise<string> {
  const skill = await database().skill.findUnique({ where: { slug }, select: { id: true } });
  return skill?.id ?? `no-skill-named-${slug}`;
}
