import { expect, test } from "vitest";
import { listSeals } from "@/lib/audits/seals";
import { newId } from "@/lib/kernel/ids";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import { getHome } from "@/lib/catalogue/get-home";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { makeAccount, makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish, publisher } = testPublisher();

test("a seal of a skill in quarantine stands in no list of the market, and on its verifier's record", async () => {
  const { slug, versionId } = await publish();
  const verifier = await makeAccount();
  const { id: verifierId } = await database().verifier.create({
    data: {
      id: newId("vrf"),
      accountId: verifier.accountId,
      address: verifier.address,
      displayName: "Careful reader",
    },
  });
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const id = newId("aud");
  const [payload, signature, nonce] = ["{}", id, id];
  const signed = { id, versionId, verifierId, packageDigest, payload, envelope: {}, signature, nonce };
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
  await database().audit.create({ data: { ...signed, verdict: "seal", scope: "full", issuedAt, expiresAt } });

  const look = async () => {
    const home = await getHome();
    const person = await findPersonProfile(publisher().username);
    return {
      seals: (await listSeals()).length,
      latest: home.latestSeals.length,
      counted: home.tally.versionsSealed,
      received: person?.auditsReceived.length,
    };
  };
  const actor = await makeAdministrator();
  const [all, none] = [
    { seals: 1, latest: 1, counted: 1, received: 1 },
    { seals: 0, latest: 0, counted: 0, received: 0 },
  ];
  expect(await look()).toEqual(all);
  await quarantineSkill({ actor, skill: slug, reason: "It sends its input elsewhere." });
  expect(await look()).toEqual(none);
  expect((await findPersonProfile(verifier.username))?.verifier?.latest).toMatchObject([{ slug }]);
  await releaseSkill({ actor, skill: slug, reason: "It does not." });
  expect(await look()).toEqual(all);
});
