import { describe, expect, test } from "vitest";
import { findDifference, findNamed, readWorkload, type NamedWorkload } from "./read-workload";
import { JOB } from "./testing/issuer";

const GITHUB = { kind: "github", url: "https://token.actions.githubusercontent.com" } as const;
const GITLAB = { kind: "gitlab", url: "https://gitlab.example" } as const;
const GITLAB_JOB = {
  project_path: "group/sub/skills",
  project_id: "12",
  ci_config_ref_uri: "gitlab.example/group/sub/skills//.gitlab-ci.yml@refs/heads/main",
  pipeline_source: "push",
  ref_path: "refs/heads/main",
  sha: "f".repeat(40),
  job_id: "77",
};
const refusalOf = (work: () => unknown): unknown => {
  try {
    work();
    return "none";
  } catch (error) {
    return (error as { details?: { refusal?: string } }).details?.refusal;
  }
};

describe("a job is read from its token", () => {
  test("as GitHub writes it", () => {
    expect(readWorkload(GITHUB, JOB)).toEqual({
      issuer: GITHUB.url,
      kind: "github",
      repository: "acme/skills",
      repositoryId: "4711",
      workflow: "publish.yml",
      environment: "release",
      event: "release",
      ref: "refs/tags/v1.2.0",
      commit: JOB.sha,
      repositoryUrl: "https://github.com/acme/skills",
      runUrl: "https://github.com/acme/skills/actions/runs/99/attempts/1",
    });
  });

  test("as GitLab writes it", () => {
    expect(readWorkload(GITLAB, GITLAB_JOB)).toMatchObject({
      repository: "group/sub/skills",
      workflow: ".gitlab-ci.yml",
      environment: null,
      repositoryUrl: "https://gitlab.example/group/sub/skills",
      runUrl: "https://gitlab.example/group/sub/skills/-/jobs/77",
    });
  });

  test.each([
    ["a claim that is missing", { repository_id: undefined }, "claims"],
    [
      "a workflow of another repository",
      { workflow_ref: "other/tools/.github/workflows/publish.yml@main" },
      "claims",
    ],
    [
      "a file outside the folder of workflows",
      { workflow_ref: "acme/skills/publish.yml@refs/heads/main" },
      "claims",
    ],
    ["a repository that leads elsewhere", { repository: "acme/../other" }, "none"],
    ["a repository with a query", { repository: "acme/skills?x=1" }, "claims"],
    ["a commit that is a name", { sha: "main" }, "claims"],
    ["an object for a text", { ref: { $ne: "" } }, "claims"],
    ["a pull request", { event_name: "pull_request" }, "event"],
    ["a pull request in the repository's own name", { event_name: "pull_request_target" }, "event"],
    ["a job that another one started", { event_name: "workflow_run" }, "event"],
    ["a comment", { event_name: "issue_comment" }, "event"],
  ] as [string, Record<string, unknown>, string][])("%s", (_, claims, refusal) => {
    const whole = { ...JOB, ...claims };
    // A dotted path is a name to its host, and the workflow must begin with it.
    const given =
      claims["repository"] === "acme/../other"
        ? { ...whole, workflow_ref: "acme/../other/.github/workflows/a.yml@x" }
        : whole;
    expect(refusalOf(() => readWorkload(GITHUB, given))).toBe(refusal);
  });
});

describe("whether it is the one that was named", () => {
  const named: NamedWorkload = {
    issuer: GITHUB.url,
    repository: "Acme/Skills",
    repositoryId: "4711",
    workflow: "publish.yml",
    environment: "release",
  };
  const job = readWorkload(GITHUB, JOB);

  test.each([
    ["it is, whatever the case of its repository", {}, null],
    ["any environment", { environment: null }, null],
    ["a repository not seen before", { repositoryId: null }, null],
    ["another issuer", { issuer: GITLAB.url }, "repository"],
    ["another repository", { repository: "acme/skill" }, "repository"],
    ["another one of the same name", { repositoryId: "4712" }, "repository-id"],
    ["another workflow", { workflow: "Publish.yml" }, "workflow"],
    ["another environment", { environment: "Release" }, "environment"],
  ] as const)("%s", (_, change, difference) => {
    expect(findDifference({ ...named, ...change }, job)).toBe(difference);
  });

  test("a job without an environment is not one with", () => {
    expect(findDifference(named, { ...job, environment: null })).toBe("environment");
  });

  test("of several named the right one is found, and else the nearest is told of", () => {
    const others = [
      { ...named, repository: "acme/other" },
      { ...named, environment: "staging" },
    ];
    expect(findNamed([...others, named], job)).toBe(named);
    expect(refusalOf(() => findNamed(others, job))).toBe("environment");
    expect(refusalOf(() => findNamed([], job))).toBe("repository");
  });
});
