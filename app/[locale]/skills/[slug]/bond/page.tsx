import { labelsOf } from "@/lib/platform/i18n/labels";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Fragment, type ComponentProps } from "react";
import { LinkHere } from "@/app/[locale]/link-here";
import { BondDesk } from "@/components/bond/bond-desk";
import { BondRecord, NoDeposit } from "@/components/bond/bond-record";
import { PageShell } from "@/components/site/page-shell";
import { bondPath, skillPath } from "@/components/skill/links";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageTitle } from "@/components/ui/page-parts";
import { findBondTerms, ownPartyAddresses } from "@/lib/audits/bond/bond-settings";
import { requiredBondLamports, type BondTerms } from "@/lib/audits/bond/bond-terms";
import { listBonds, type BondView } from "@/lib/audits/bond/deposits";
import { currentActor } from "@/lib/web/auth/current-actor";
import { env } from "@/lib/platform/config/env";
import { formatSol } from "@/lib/platform/i18n/format";
import { getAccount } from "@/lib/identity/accounts/accounts";
import type { SkillDetail } from "@/lib/registry/views";
import { hintPolicy } from "@/lib/skill-format";
import { loadSkill, type SkillPageProps } from "../load-skill";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await props.params).locale, namespace: "bond" });
  const { skill } = await loadSkill(props);
  return { title: `${t("title")} · ${skill.displayName}`, robots: { index: false } };
}

/** The deposits behind a version: what they are worth, who can move them, and where the parties sign. */
export default async function BondPage(props: SkillPageProps) {
  const [{ skill, pinned }, t, actor] = await Promise.all([
    loadSkill(props),
    getTranslations("bond"),
    currentActor(),
  ]);
  const terms = findBondTerms();
  const bonds = await listBonds(skill.versionId);
  const signing = ownPartyAddresses();
  const own =
    actor !== null && actor.username === skill.publisher
      ? {
          wallets: (await getAccount(actor.accountId)).wallets.map(({ address }) => address),
          link: <LinkHere path={bondPath(skill.slug, pinned)} />,
        }
      : null;
  const isUpheld = skill.challenges.upheld > 0;
  const canLock = !isUpheld && !bonds.some(({ state }) => state === "locked");
  return (
    <PageShell path={bondPath(skill.slug, pinned)} section="browse">
      <div className="wrap max-w-[760px]">
        <Breadcrumbs
          crumbs={[
            { name: skill.slug, href: skillPath(skill.slug, "overview", pinned) },
            { name: t("title") },
          ]}
        />
        <PageTitle title={t("title")} lead={t("lead")} />
        <div className="grid gap-6 pt-6">
          {bonds.map((bond) => (
            <Fragment key={bond.vaultAddress}>
              <BondRecord bond={bond} isFormer={isFormer(bond, terms)} own={signing} />
              {bond.state === "locked" && <Desk skill={skill} terms={terms} locked={bond} own={null} />}
            </Fragment>
          ))}
          {bonds.length === 0 && <NoDeposit offered={terms !== null} upheld={isUpheld} />}
          {canLock && <Desk skill={skill} terms={terms} locked={null} own={own} />}
        </div>
      </div>
    </PageShell>
  );
}

interface DeskProps {
  skill: SkillDetail;
  terms: BondTerms | null;
  /** The deposit that can be moved; null where one can be locked. */
  locked: BondView | null;
  own: ComponentProps<typeof BondDesk>["own"];
}

/** Whether a deposit that is in its vault is shared with others than the settings name today. */
const isFormer = ({ state, parties }: BondView, terms: BondTerms | null) =>
  state === "locked" &&
  parties !== null &&
  terms !== null &&
  (parties.arbiter !== terms.arbiter || parties.council !== terms.council);

async function Desk({ skill, terms, locked, own }: DeskProps) {
  const [all, t] = [await getTranslations(), await getTranslations("bond")];
  const { localLedger } = env();
  // A deposit between parties that are not known yet is not moved here: nobody could be shown for whom they sign.
  const parties = locked === null ? terms : locked.parties;
  if (parties === null) return null;
  const required = terms
    ? requiredBondLamports(terms, hintPolicy(skill.manifest.hints).higherBond)
    : (locked?.requiredLamports ?? 0n);
  const values = { amount: formatSol(required.toString()), vault: locked?.vaultAddress ?? "" };
  const signing = ownPartyAddresses();
  const [ownArbiter, ownCouncil] = [signing.includes(parties.arbiter), signing.includes(parties.council)];
  const labels = {
    ...labelsOf(all, "bond.desk", values),
    arbiter: t(ownArbiter ? "own.arbiter" : "arbiter"),
    council: t(ownCouncil ? "own.council" : "council"),
    ...(ownArbiter && ownCouncil ? { twoSign: t("own.twoSign"), signed: t("own.signed") } : {}),
  };
  const refusals = {
    ...labelsOf(all, "bond.reasons"),
    RATE_LIMITED: all("forms.problem.RATE_LIMITED"),
    LEDGER_UNAVAILABLE: all("forms.problem.LEDGER_UNAVAILABLE"),
  };
  const waiting = locked?.moves.find(({ transaction }) => transaction !== null);
  return (
    <BondDesk
      slug={skill.slug}
      version={skill.version}
      deposit={locked?.parties ? { vault: locked.vaultAddress, parties: locked.parties } : null}
      depositLamports={required.toString()}
      waiting={
        waiting
          ? {
              kind: waiting.kind === "slash" ? "slash" : "refund",
              transaction: Buffer.from(waiting.transaction ?? []).toString("base64"),
              destination: waiting.destination,
              missing: waiting.signers.filter((address) => !waiting.signed.includes(address)),
            }
          : null
      }
      parties={{ arbiter: parties.arbiter, council: parties.council }}
      labels={labels}
      refusals={refusals}
      own={own}
      network={{ localLedger, chain: localLedger ? "solana:localnet" : "solana:mainnet" }}
    />
  );
}
