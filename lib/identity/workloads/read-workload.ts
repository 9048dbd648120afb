import { z } from "zod";
import { DomainError } from "@/lib/kernel/errors";
import KINDS from "@/lib/identity/workloads/issuer-kinds.json";

/** A kind of CI, by how it writes its tokens. */
export type IssuerKind = keyof typeof KINDS;
export const ISSUER_KINDS = Object.keys(KINDS) as IssuerKind[];

/** A CI whose tokens this market takes. */
export interface Issuer {
  /** As its tokens write it: `https://token.actions.githubusercontent.com`. */
  url: string;
  kind: IssuerKind;
}

/** A job of a CI, as its issuer has signed it. */
export interface Workload {
  issuer: string;
  kind: IssuerKind;
  /** `owner/name`. */
  repository: string;
  /** What the issuer calls the repository for good: a name can be somebody else's one day. */
  repositoryId: string;
  /** The file that describes the job, below the folder where its CI looks for such files. */
  workflow: string;
  /** Null for a job without one. */
  environment: string | null;
  event: string;
  /** `refs/heads/main`, `refs/tags/v1.2.0`. */
  ref: string;
  /** Of git, 40 or 64 hexadecimal digits. */
  commit: string;
  repositoryUrl: string;
  runUrl: string;
}

/** What somebody has named as allowed to publish. */
export interface NamedWorkload {
  issuer: string;
  repository: string;
  /** Null until its first token has told it. */
  repositoryId: string | null;
  workflow: string;
  /** Null: any, and none. */
  environment: string | null;
}

/** Why a token lets nobody publish; the answer to the CI names it. */
export const WORKLOAD_REFUSALS = {
  malformed: "it is not a signed token of a CI",
  issuer: "this market does not take tokens of its issuer",
  signature: "none of its issuer's keys has signed it",
  audience: "it was made for somebody else",
  expired: "it has expired",
  time: "it is not valid yet, or valid for too long",
  claims: "it does not say which repository, workflow and commit the job is for",
  event: "a job that is started so may run the code of strangers",
  repository: "no skill of this name takes versions from its repository",
  "repository-id": "the repository is another one of the same name",
  workflow: "the skill takes versions from another workflow",
  environment: "the skill takes versions from another environment",
  used: "it was exchanged before",
} as const;

export type WorkloadRefusal = keyof typeof WORKLOAD_REFUSALS;

/** WORKLOAD_REFUSED with the reason, in words and as `details.refusal`. */
export const workloadRefused = (refusal: WorkloadRefusal): DomainError =>
  new DomainError("WORKLOAD_REFUSED", `The token lets nothing be published: ${WORKLOAD_REFUSALS[refusal]}.`, {
    details: { refusal },
  });

const MAX_CHARACTERS = 300;
const word = z
  .union([z.string().min(1).max(MAX_CHARACTERS), z.int()])
  .transform(String)
  .refine((text) => /^[\p{L}\p{N}._\-/:@+ ]+$/u.test(text));
const repositoryName = z
  .string()
  .max(MAX_CHARACTERS)
  .regex(/^[\w.-]+(?:\/[\w.-]+)+$/);
const commitName = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/**
 * What a job is by the claims of its token, whose signature was checked before. Throws WORKLOAD_REFUSED: `claims` where
 * one is missing or has another form, `event` for a job that strangers can start with their code (a pull request).
 */
export function readWorkload(
  { url: issuer, kind }: Issuer,
  claims: Readonly<Record<string, unknown>>,
): Workload {
  const { claims: names, workflowBegins, events, repositoryUrl, runUrl } = KINDS[kind];
  const read = <T>(schema: z.ZodType<T>, name: string): T => {
    const value = schema.safeParse(claims[name]);
    if (!value.success) throw workloadRefused("claims");
    return value.data;
  };
  const repository = read(repositoryName, names.repository);
  const event = read(word, names.event);
  if (!events.includes(event)) throw workloadRefused("event");
  const environment = claims[names.environment] ?? "";
  const run = read(word, names.run);
  const attempt = names.attempt === null ? "" : read(word, names.attempt);
  const values = { issuer, host: new URL(issuer).host, repository, run, attempt };
  return {
    issuer,
    kind,
    repository,
    repositoryId: read(word, names.repositoryId),
    workflow: workflowFile(read(word, names.workflow), fill(workflowBegins, values)),
    environment: environment === "" ? null : read(word, names.environment),
    event,
    ref: read(word, names.ref),
    commit: read(commitName, names.commit),
    repositoryUrl: fill(repositoryUrl, values),
    runUrl: fill(runUrl, values),
  };
}

const fill = (pattern: string, values: Readonly<Record<string, string>>) =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** `owner/name/.github/workflows/publish.yml@refs/heads/main`: a file of the repository itself, and no other's. */
function workflowFile(written: string, begins: string): string {
  const file = written.startsWith(begins) ? written.slice(begins.length).split("@", 1)[0] : "";
  if (!file) throw workloadRefused("claims");
  return file;
}

/**
 * Whether a job is the one that somebody has named; null where it is, else the first thing that differs. Names of
 * repositories are one in any case of their letters, as their hosts have it; files and environments are not.
 */
export function findDifference(named: NamedWorkload, found: Workload): WorkloadRefusal | null {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  if (named.issuer !== found.issuer || !same(named.repository, found.repository)) return "repository";
  if (named.repositoryId !== null && named.repositoryId !== found.repositoryId) return "repository-id";
  if (named.workflow !== found.workflow) return "workflow";
  if (named.environment !== null && named.environment !== found.environment) return "environment";
  return null;
}

/** How near a difference is to what was named: whoever mistyped one thing is told of that, whatever else is named. */
const NEARNESS: readonly WorkloadRefusal[] = ["environment", "workflow", "repository-id", "repository"];

/** The first of those named that the job is. Throws WORKLOAD_REFUSED with the smallest difference if it is none. */
export function findNamed<Named extends NamedWorkload>(all: readonly Named[], found: Workload): Named {
  const differences = new Set<WorkloadRefusal>();
  for (const named of all) {
    const difference = findDifference(named, found);
    if (difference === null) return named;
    differences.add(difference);
  }
  throw workloadRefused(NEARNESS.find((each) => differences.has(each)) ?? "repository");
}
