import type { Finding } from "../finding";
import type { DeedKind } from "../picture/picture";
import { weighDeed } from "../picture/weigh";
import { report, type Rule } from "../rule";

interface DeedRule {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly remedy: string;
  readonly code: string;
  readonly kinds: Readonly<Partial<Record<DeedKind, string>>>;
}

/** A rule over the picture: it reports the deeds of its kinds, as grave as the table says. */
function deedRule({ code, kinds, ...described }: DeedRule): Rule {
  const rule: Rule = {
    ...described,
    codes: [code],
    check: ({ picture }) =>
      picture.deeds.flatMap((deed): Finding[] => {
        const what = kinds[deed.kind];
        const grade = what === undefined ? null : weighDeed(deed);
        if (what === undefined || grade === null) return [];
        const begins =
          deed.begins === null ? "" : ` It begins in line ${deed.begins.line} of ${deed.begins.file}.`;
        const when = deed.isUnconditional ? " with every task" : "";
        const message = `${what}${when}: ${deed.object}.${begins}`;
        return [
          report(rule, {
            code,
            ...grade,
            file: deed.file,
            line: deed.line,
            message,
            evidence: deed.evidence,
          }),
        ];
      }),
  };
  return rule;
}

export const DEED_RULES: readonly Rule[] = [
  deedRule({
    id: "data-sent-away",
    title: "The user's data goes to a place that the skill's purpose does not name",
    why: "What is collected in one step, sentence or script and sent in another leaves all the same. A skill may send data only to where its description says.",
    remedy: "Name the service in the description, send only what the task needs, and let the user say when.",
    code: "suspicious.data_sent_away",
    kinds: {
      "sends-secrets": "Secrets are sent",
      "sends-private-data": "The user's own data is sent",
      "sends-work": "Files are sent",
      floods: "A host is flooded with requests",
    },
  }),
  deedRule({
    id: "foreign-deletions",
    title: "What is not the skill's own is deleted or locked away",
    why: "Backups, history, messages and files of the user cannot be brought back.",
    remedy: "Delete only what the skill itself made, and ask before anything else.",
    code: "suspicious.destroys_user_data",
    kinds: {
      destroys: "Something of the user's is destroyed",
      "locks-away": "Files are encrypted and the originals removed",
      "destroys-slightly": "Something of the user's is removed",
      exhausts: "The machine is brought to its limits",
    },
  }),
  deedRule({
    id: "weakened-guards",
    title: "Protection of the user's machine, accounts or files is weakened",
    why: "Permissions for everybody, checks that are left out, known passwords and printed secrets let others in later.",
    remedy:
      "Keep checks and permissions as they are; if a task needs a change, say which and let the user decide.",
    code: "suspicious.weakened_protection",
    kinds: {
      weakens: "A protection is taken away",
      "opens-up": "Access is given to others",
      "shows-secrets": "Secrets are shown where others read them",
      "weakens-slightly": "A protection is left out",
      "reads-secrets": "A place of secrets is looked into",
      "settles-in": "Something is written that other programs obey later",
    },
  }),
  deedRule({
    id: "falsified-content",
    title: "Content is changed against the user's wish, or others are deceived",
    why: "Ratings, citations, figures and claims that nobody asked for deceive the user and whoever trusts them.",
    remedy: "Leave facts, names and opinions as the user gives them.",
    code: "suspicious.falsified_content",
    kinds: {
      falsifies: "Content is falsified",
      deceives: "A text tricks its readers",
      favours: "One side is favoured",
      "acts-in-name": "The skill acts in the user's name",
    },
  }),
  deedRule({
    id: "assumed-authority",
    title: "The skill claims an authority that it does not have",
    why: "A skill may not set rules of the agent aside, nor ask the user for what only they should know.",
    remedy: "Leave the agent's rules alone, and let users sign in where their accounts are.",
    code: "suspicious.assumed_authority",
    kinds: {
      "sets-rules-aside": "Rules of the agent are set aside",
      "asks-for-secrets": "The user is asked for secrets",
      "obeys-others": "Whatever somebody else writes is done",
      "runs-unasked": "A program starts that nobody asked for",
      "hides-itself": "What the skill does is kept from the user",
      "acts-unasked": "Rights are taken that nobody gave",
    },
  }),
  deedRule({
    id: "input-run",
    title: "Code runs what it is sent",
    why: "Whoever writes the input, a page or a document that the agent has read, then decides what the machine does.",
    remedy:
      "Parse the input instead of running it; a skill that is a sandbox says so and declares a subprocess.",
    code: "suspicious.runs_input",
    kinds: { "runs-input": "What is sent is run as code" },
  }),
];
