import { z } from "zod";
import type { FoundSkill } from "@/client";
import { SEVERITIES } from "@/lib/vetting/finding";
import { MOST_DRAWN } from "@/lib/vetting/facts/picture";
import { accessOf, hostsOf, type VersionFacts } from "@/lib/vetting/policy/judge";

const MAX_LISTED = 10_000;
const text = z.string().max(1_000);
const flag = z.boolean().nullable();
/** A part of an answer that is missing, or is not what it should be, is not known. */
const known = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null);

const details = z.object({
  seals: known(z.array(z.object({ verifier_address: text, counts: z.boolean() })).max(MAX_LISTED)),
  version_publisher: known(z.object({ id: text, name: text })),
  published_at: known(z.iso.datetime()),
  license: known(text),
  permissions: known(
    z.object({ network: flag, filesystem: flag, subprocess: flag, env_vars: z.array(text).nullable() }),
  ),
  findings: known(
    z.array(z.object({ code: text, severity: z.enum(SEVERITIES), message: z.string() })).max(MAX_LISTED),
  ),
  vetting: known(
    z.object({
      finished_at: known(z.iso.datetime()),
      picture: known(z.object({ contacts: z.array(z.object({ host: text })).max(MOST_DRAWN) })),
    }),
  ),
});

const UNSAID = { network: null, filesystem: null, subprocess: null, env_vars: null };

/** What the details of a version, as its market answers them, say for a policy; what they do not say is null. */
export function factsOfDetails(answer: FoundSkill): VersionFacts {
  const said = details.parse({ ...answer });
  const isVetted = said.vetting !== null && said.vetting.finished_at !== null;
  const findings = isVetted ? said.findings : null;
  const { env_vars: envVars, ...stated } = said.permissions ?? UNSAID;
  const contacts = said.vetting?.picture?.contacts;
  return {
    auditState: answer.audit_state,
    verifiers:
      said.seals?.filter(({ counts }) => counts).map(({ verifier_address: wallet }) => wallet) ?? null,
    publisher: said.version_publisher,
    hosts: hostsOf(contacts === undefined ? null : { contacts }),
    access: accessOf({ ...stated, envVars }, findings ?? []),
    publishedAt: said.published_at === null ? null : new Date(said.published_at),
    license: said.license,
    priceLamports: BigInt(answer.price_lamports),
    findings,
  };
}
