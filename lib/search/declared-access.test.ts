import { beforeAll, expect, test } from "vitest";
import { readSkills } from "@/lib/catalogue/read-skills";
import { searchSkills } from "@/lib/search/search-skills";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { ACCESSES } from "@/lib/search/criteria";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { plainSkills, type PlainSkill, type Written } from "@/lib/testing/plain-skills";
import { inShort } from "@/lib/testing/full-form";

const database = testDatabase();
testBlobStore();

const AT_ONCE = 27;
const carriers: { slug: string; skillId: string; versionId: string }[] = [];

beforeAll(async () => {
  const publisher = await makeAccount();
  for (let place = 0; place < AT_ONCE; place += 1) {
    const name = `carrier-${String(place).padStart(2, "0")}`;
    carriers.push(await publishNow(buildSkillPackage({ name }), publisher));
  }
});

/** Has the published versions be what these skills declare, and lists them as a publication does. */
async function carry(skills: readonly PlainSkill[], runnable: boolean): Promise<void> {
  for (const [place, { manifest }] of skills.entries()) {
    const { slug, skillId, versionId } = carriers[place]!;
    const own = JSON.parse(JSON.stringify({ ...manifest, slug })) as object;
    await database().skillVersion.update({ where: { id: versionId }, data: { manifest: own, runnable } });
    await inTransaction((tx) => refreshListing(tx, skillId, new Date()));
  }
}

/** Of an Exo skill, `openWorldHint` speaks of the network where no permission does. */
const deniedIn = ({ network, filesystem, subprocess, envVars, openWorld }: Written, { format }: Case) => ({
  network: network !== null ? !network : format === "exo" && openWorld !== null ? !openWorld : null,
  filesystem: filesystem === null ? null : !filesystem,
  subprocess: subprocess === null ? null : !subprocess,
  secrets: envVars === null ? null : envVars.length === 0,
});

interface Case {
  format: string;
  mark: string;
  runnable: boolean;
  /** What a permission that is left out comes to: denied by the format, or null for nobody's word. */
  byDefault: true | null;
  /** Accesses that the sandbox then keeps from it. */
  enforced: string[];
}

const CASES: Case[] = [
  { format: "no format", mark: "", runnable: false, byDefault: null, enforced: [] },
  { format: "exo", mark: "dialects: [exo]", runnable: false, byDefault: null, enforced: [] },
  { format: "usk, run elsewhere", mark: "spec: usk/1.0", runnable: false, byDefault: true, enforced: [] },
  {
    format: "usk, run here",
    mark: "spec: usk/1.0",
    runnable: true,
    byDefault: true,
    enforced: ["network", "filesystem", "secrets"],
  },
];

/** Of three: of the ways with one remainder, any three accesses have each way of the others. */
const sumOfDigits = (at: number) => Array.from(at.toString(3)).reduce((sum, digit) => sum + Number(digit), 0);

test.each(CASES)(
  "$format: no filter, list or detail tells of an access what is not declared",
  async (given) => {
    // Each of the 81 ways to write permissions once; hints are told by the page of a skill alone.
    const each = plainSkills(given.mark).filter((_, at) => at % 3 === 0);
    const all = inShort(each, (_, at) => sumOfDigits(at) % 3 === 0);
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const skills = all.slice(from, from + AT_ONCE);
      await carry(skills, given.runnable);
      for (const access of ACCESSES) {
        const { rows } = await searchSkills({ without: [access], limit: 2 * AT_ONCE });
        const passes = skills.flatMap(({ written }, place) => {
          const denied = deniedIn(written, given)[access] ?? given.enforced.includes(access);
          return denied ? [carriers[place]!.slug] : [];
        });
        expect(rows.map(({ slug }) => slug).toSorted()).toEqual(passes);
      }
      const shown = [
        (await searchSkills({ limit: 2 * AT_ONCE })).rows.toSorted((one, other) =>
          one.slug < other.slug ? -1 : 1,
        ),
        await readSkills(carriers.map(({ slug }) => ({ slugOrId: slug }))),
      ];
      for (const details of shown) {
        const told = details.map((detail) => {
          if (detail instanceof DomainError) throw detail;
          const { network, filesystem, subprocess, envVars } = detail.access;
          return { network, filesystem, subprocess, secrets: envVars && envVars.length > 0 };
        });
        expect(told).toEqual(
          skills.map(({ written }) =>
            Object.fromEntries(
              Object.entries(deniedIn(written, given)).map(([access, denied]) => {
                const said =
                  denied ?? (given.format === "exo" && access === "network" ? true : given.byDefault);
                return [access, said === null ? null : !said];
              }),
            ),
          ),
        );
      }
    }
  },
);
