import { beforeAll, describe, expect, test } from "vitest";
import { askForAudit } from "@/lib/audits/queue";
import type { Actor } from "@/lib/identity/actor";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { endMaintainerOf, inviteMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { changeRoles, endMemberOf, inviteMember } from "@/lib/ownership/organisations/members";
import { setOrganisationPayee } from "@/lib/ownership/organisations/organisations";
import { join, publishFor, staffed } from "@/lib/ownership/organisations/testing/organisation";
import { somebody } from "@/lib/ownership/transfers/testing/market";
import { acceptTransfer, endTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";
import { changePrice } from "@/lib/publishing/price/change-price";
import { publishVersion } from "@/lib/publishing/publish-version";
import { endTrust, trustPublisher } from "@/lib/publishing/trusted/trusted-publishers";
import { getVettingOfVersion } from "@/lib/publishing/vetting/get-vetting-job";
import { yankVersion } from "@/lib/publishing/yank-version";
import { deprecateSkill, endDeprecation } from "@/lib/registry/deprecations/deprecate-skill";
import { askForName } from "@/lib/registry/names/ask-for-name";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  newAddress,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

const ISSUER = "https://token.actions.githubusercontent.com";
type Staff = Awaited<ReturnType<typeof staffed>>;
/** What an act is done to: a skill of the organisation with one listed version, and what has been prepared of it. */
interface Subject extends Staff {
  name: string;
  skillId: string;
  versionId: string;
  /** An id, a user name or a name that `prepare` gives. */
  prepared: string;
}
type Who = "owner" | "maintainer" | "money" | "both";

interface Act {
  does: string;
  /** Who may do it. */
  may: readonly Who[];
  /** Others are told this, if not PERMISSION_DENIED. */
  code?: string;
  prepare?: (subject: Subject) => Promise<string>;
  act: (actor: Actor, subject: Subject) => Promise<unknown>;
}

const PUBLISHES = ["owner", "maintainer", "both"] as const;
const HANDLES_MONEY = ["owner", "money", "both"] as const;
const OWNS = ["owner"] as const;

const ACTS: readonly Act[] = [
  {
    does: "publishes a version",
    may: PUBLISHES,
    code: "SKILL_NAME_TAKEN",
    act: (actor, { name }) =>
      publishVersion({
        actor,
        package: buildSkillPackage({ name, version: `1.${actor.accountId.length}.${Date.now() % 100_000}` }),
        source: "multipart",
      }),
  },
  {
    does: "publishes a new skill for it",
    may: PUBLISHES,
    act: (actor, { organisation }) => publishFor(actor, organisation),
  },
  {
    does: "withdraws a version beside another",
    may: PUBLISHES,
    prepare: async ({ owner, name }) => {
      await publishNow(buildSkillPackage({ name, version: "1.1.0" }), owner);
      return "";
    },
    act: (actor, { name }) => yankVersion({ actor, skill: name, version: "1.0.0", reason: "Old." }),
  },
  {
    does: "withdraws the last version",
    may: OWNS,
    act: (actor, { name }) => yankVersion({ actor, skill: name, version: "1.0.0", reason: "Old." }),
  },
  {
    does: "reads what vetting found",
    may: PUBLISHES,
    code: "VETTING_JOB_NOT_FOUND",
    act: ({ accountId }, { versionId }) => getVettingOfVersion(versionId, accountId),
  },
  {
    does: "asks for an audit",
    may: PUBLISHES,
    act: ({ accountId }, { versionId }) => askForAudit({ accountId, versionId }),
  },
  {
    does: "sets a price",
    may: HANDLES_MONEY,
    prepare: async ({ owner, organisation }) => {
      await setOrganisationPayee({ actor: owner, organisation, payeeAddress: newAddress() });
      return "";
    },
    act: (actor, { name }) => changePrice({ actor, skill: name, priceLamports: 7_000n }),
  },
  {
    does: "sets the wallet that it is paid to",
    may: HANDLES_MONEY,
    act: (actor, { organisation }) =>
      setOrganisationPayee({ actor, organisation, payeeAddress: newAddress() }),
  },
  {
    does: "invites a member",
    may: OWNS,
    prepare: async () => (await makeAccount()).username,
    act: (actor, { organisation, prepared: username }) =>
      inviteMember({ actor, organisation, username, roles: ["maintainer"] }),
  },
  {
    does: "changes a role",
    may: OWNS,
    prepare: async ({ owner, organisation }) => {
      const other = await somebody();
      await join(owner, other, { organisation, roles: ["maintainer"] });
      return other.username;
    },
    act: (actor, { organisation, prepared: username }) =>
      changeRoles({ actor, organisation, username, roles: ["owner"] }),
  },
  {
    does: "removes a member",
    may: OWNS,
    code: "MEMBER_NOT_FOUND",
    prepare: async ({ owner, organisation }) => {
      const other = await somebody();
      await join(owner, other, { organisation, roles: ["maintainer"] });
      return other.username;
    },
    act: (actor, { organisation, prepared: username }) => endMemberOf({ actor, organisation, username }),
  },
  {
    does: "offers a skill of it",
    may: OWNS,
    prepare: async () => (await makeAccount()).username,
    act: (actor, { name, prepared: to }) => offerTransfer({ actor, skill: name, to }),
  },
  {
    does: "takes its offer back",
    may: OWNS,
    code: "TRANSFER_NOT_FOUND",
    prepare: async ({ owner, name }) => {
      const { username: to } = await makeAccount();
      return (await offerTransfer({ actor: owner, skill: name, to })).transferId;
    },
    act: (actor, { prepared: transferId }) => endTransfer({ actor, transferId }),
  },
  {
    does: "accepts a skill for it",
    may: OWNS,
    code: "TRANSFER_NOT_FOUND",
    prepare: async ({ organisation: to }) => {
      const [ann, skill] = [await somebody(), uniqueName()];
      await publishNow(buildSkillPackage({ name: skill }), ann);
      return (await offerTransfer({ actor: ann, skill, to })).transferId;
    },
    act: (actor, { prepared: transferId }) => acceptTransfer({ actor, transferId }),
  },
  {
    does: "invites a maintainer of one skill",
    may: OWNS,
    prepare: async () => (await makeAccount()).username,
    act: (actor, { name, prepared: username }) => inviteMaintainer({ actor, skill: name, username }),
  },
  {
    does: "ends a maintainer of one skill",
    may: OWNS,
    code: "MAINTAINER_NOT_FOUND",
    prepare: async ({ owner, name }) => {
      const { username } = await makeAccount();
      await inviteMaintainer({ actor: owner, skill: name, username });
      return username;
    },
    act: (actor, { name, prepared: username }) => endMaintainerOf({ actor, skill: name, username }),
  },
  {
    does: "lets a job publish a skill",
    may: OWNS,
    act: (actor, { name }) => trust(actor, name),
  },
  {
    does: "ends that right of a job",
    may: OWNS,
    code: "NOT_FOUND",
    prepare: async ({ owner, name, skillId }) => {
      await trust(owner, name);
      return (await database().trustedPublisher.findFirstOrThrow({ where: { skillId } })).id;
    },
    act: (actor, { prepared: id }) => endTrust({ actor, id }),
  },
  {
    does: "deprecates a skill",
    may: OWNS,
    act: (actor, { name }) => deprecateSkill({ actor, skill: name, message: "Use another one." }),
  },
  {
    does: "ends a deprecation",
    may: OWNS,
    act: (actor, { name }) => endDeprecation({ actor, skill: name }),
  },
  {
    does: "asks for another name of a skill",
    may: OWNS,
    act: (actor, { name }) => askForName({ actor, skill: name, name: uniqueName() }),
  },
  {
    does: "appeals",
    may: OWNS,
    prepare: async ({ name }) => {
      await quarantineSkill({ actor: await makeAdministrator(), skill: name, reason: "Looks odd." });
      return "";
    },
    act: (actor, { name }) => appealDecision({ actor, skill: name, text: "It does what it says." }),
  },
];

const trust = (actor: Actor, skill: string) =>
  trustPublisher({
    actor,
    skill,
    issuer: ISSUER,
    repository: "acme/tools",
    workflow: "release.yml",
    environment: "",
    mayOnlyStage: false,
  });

let staff: Staff;
/** Who was a member once, and who has not accepted. */
let [removed, invited]: [Actor, Actor] = [] as never;

beforeAll(async () => {
  process.env["CI_ISSUERS"] = `github=${ISSUER}`;
  staff = await staffed();
  const { owner, organisation } = staff;
  [removed, invited] = [await somebody(), await somebody()];
  await join(owner, removed, { organisation, roles: ["owner"] });
  await endMemberOf({ actor: owner, organisation, username: removed.username });
  await inviteMember({ actor: owner, organisation, username: invited.username, roles: ["owner"] });
});

async function prepare({ prepare: before }: Act): Promise<Subject> {
  const subject = { ...staff, ...(await publishFor(staff.owner, staff.organisation)), prepared: "" };
  return { ...subject, prepared: (await before?.(subject)) ?? "" };
}

/** Everybody the table does not let do it. */
const refusedOf = ({ may }: Act): [string, () => Actor][] => {
  const members = (["owner", "maintainer", "money", "both"] as const)
    .filter((who) => !may.includes(who))
    .map((who): [string, () => Actor] => [who, () => staff[who]]);
  return [
    ...members,
    ["stranger", () => staff.stranger],
    ["who was removed", () => removed],
    ["who has not accepted", () => invited],
  ];
};

test("the table has more than forty attempts that are refused", () => {
  expect(ACTS.flatMap(refusedOf).length).toBeGreaterThan(100);
});

describe.each(ACTS.map((act) => [act.does, act] as const))("%s", (_, act) => {
  test(`who may not is told so, and ${act.may.join(", ")} may`, async () => {
    const subject = await prepare(act);
    const codes: [string, string][] = [];
    for (const [who, actor] of refusedOf(act)) {
      codes.push([who, (await refusal(act.act(actor(), subject))).code]);
    }
    const code = act.code ?? "PERMISSION_DENIED";
    expect(codes).toEqual(refusedOf(act).map(([who]) => [who, code]));
    const last = act.may.at(-1);
    if (last) await act.act(await getActorOf(staff[last].username), subject);
    expect(last).toBeDefined();
  });
});
