import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { ISSUER_KINDS, type IssuerKind, type Workload } from "@/lib/identity/workloads/read-workload";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { IN_TOTO_STATEMENT, openStatement, signStatement } from "@/lib/log/attestation/statement";

const PREDICATE_TYPE = "https://slsa.dev/provenance/v1";
/** A package that a job of a CI sent to a market, with a token of that CI; the parameters are below. */
const BUILD_TYPE = "urn:emporion:workload-upload:v1";

const words = z.string().min(1).max(400);
const hex = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What the market signs of a version that a CI uploaded: a SLSA provenance (v1) in an in-toto statement (v1).
 *
 * | member                                   | what it is                                                              |
 * | ---------------------------------------- | ----------------------------------------------------------------------- |
 * | `subject`                                | the package: `NAME@VERSION` and its digest                              |
 * | `buildDefinition.externalParameters`     | repository, workflow, ref and environment of the job                    |
 * | `buildDefinition.internalParameters`     | what the issuer calls the repository, what started the job, and whether |
 * |                                          | the issuer's token was written for this one package (`namesPackage`)    |
 * | `buildDefinition.resolvedDependencies`   | the commit                                                              |
 * | `runDetails.builder.id`                  | the issuer of the token: the CI                                         |
 * | `runDetails.metadata`                    | address of the job's run, and when the market received the package      |
 *
 * Source: https://slsa.dev/spec/v1.0/provenance
 */
const provenanceStatement = z.strictObject({
  _type: z.literal(IN_TOTO_STATEMENT),
  subject: z.tuple([z.strictObject({ name: words, digest: z.strictObject({ sha256: hex }) })]),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.strictObject({
    buildDefinition: z.strictObject({
      buildType: z.literal(BUILD_TYPE),
      externalParameters: z.strictObject({
        repository: words,
        workflow: words,
        ref: words,
        environment: words.nullable(),
      }),
      internalParameters: z.strictObject({
        kind: z.enum(ISSUER_KINDS),
        repositoryId: words,
        event: words,
        namesPackage: z.boolean(),
      }),
      resolvedDependencies: z.tuple([
        z.strictObject({
          uri: words,
          digest: z.strictObject({ gitCommit: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) }),
        }),
      ]),
    }),
    runDetails: z.strictObject({
      builder: z.strictObject({ id: words }),
      metadata: z.strictObject({ invocationId: words, finishedOn: z.iso.datetime() }),
    }),
  }),
});

/** Where a version came from, as the market saw it. */
export interface Provenance {
  slug: string;
  version: string;
  /** `sha256:…` */
  packageDigest: string;
  issuer: string;
  kind: IssuerKind;
  repositoryUrl: string;
  repositoryId: string;
  workflow: string;
  environment: string | null;
  ref: string;
  event: string;
  commit: string;
  runUrl: string;
  /**
   * Whether the CI's own signature names the digest of the package. Where it does not, the market alone says that the job
   * sent these bytes.
   */
  namesPackage: boolean;
  /** ISO time. */
  receivedAt: string;
}

/** What is known of a version from the job that sent it. */
export const provenanceOf = (
  workload: Workload,
  sent: Pick<Provenance, "slug" | "version" | "packageDigest" | "namesPackage" | "receivedAt">,
): Provenance => ({ ...workload, ...sent });

/** Signs where a version came from with the market's key. */
export function signProvenance(of: Provenance, key: { privateKey: KeyObject; keyId: string }): DsseEnvelope {
  const statement: z.input<typeof provenanceStatement> = {
    _type: IN_TOTO_STATEMENT,
    subject: [
      { name: `${of.slug}@${of.version}`, digest: { sha256: of.packageDigest.replace(/^sha256:/, "") } },
    ],
    predicateType: PREDICATE_TYPE,
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: {
          repository: of.repositoryUrl,
          workflow: of.workflow,
          ref: of.ref,
          environment: of.environment,
        },
        internalParameters: {
          kind: of.kind,
          repositoryId: of.repositoryId,
          event: of.event,
          namesPackage: of.namesPackage,
        },
        resolvedDependencies: [
          { uri: `git+${of.repositoryUrl}@${of.ref}`, digest: { gitCommit: of.commit } },
        ],
      },
      runDetails: {
        builder: { id: of.issuer },
        metadata: { invocationId: of.runUrl, finishedOn: of.receivedAt },
      },
    },
  };
  return signStatement(provenanceStatement, statement, key);
}

/**
 * The provenance in an envelope that `keyId` signed, without asking anybody; null for anything else: another key, another
 * statement, a form that is not canonical.
 */
export function openProvenance(envelope: unknown, keyId: string): Provenance | null {
  const statement = openStatement(provenanceStatement, envelope, keyId);
  if (statement === null) return null;
  const [{ name, digest }] = statement.subject;
  const { buildDefinition: build, runDetails: run } = statement.predicate;
  const at = name.lastIndexOf("@");
  return {
    slug: name.slice(0, at),
    version: name.slice(at + 1),
    packageDigest: `sha256:${digest.sha256}`,
    issuer: run.builder.id,
    kind: build.internalParameters.kind,
    repositoryUrl: build.externalParameters.repository,
    repositoryId: build.internalParameters.repositoryId,
    workflow: build.externalParameters.workflow,
    environment: build.externalParameters.environment,
    ref: build.externalParameters.ref,
    event: build.internalParameters.event,
    commit: build.resolvedDependencies[0].digest.gitCommit,
    runUrl: run.metadata.invocationId,
    namesPackage: build.internalParameters.namesPackage,
    receivedAt: run.metadata.finishedOn,
  };
}
