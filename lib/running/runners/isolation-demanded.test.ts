import { expect, test } from "vitest";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { admitPayment } from "@/lib/running/calls/offer-call";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";

// Namespaces are what there is; a virtual machine is asked for.
const market = new CallMarket({ MIN_ISOLATION: "vm" });
const tooWeak = { code: "ISOLATION_TOO_WEAK", details: { required: "vm", found: "userns" } };

test("no call is quoted in a weaker sandbox than the operator asks for", async () => {
  await expect(market.offerCall()).rejects.toMatchObject(tooWeak);
  await expect(market.offerCall()).rejects.toThrow("Nothing was charged");
  expect(await market.database().quote.count()).toBe(0);
});

test("a quote made before the operator asked for more is not paid", async () => {
  const { versionId } = market.skill;
  const { packageDigest } = await market
    .database()
    .skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const quote = await market.quote({ offer: { ...market.offer, versionId, packageDigest }, input: {} });
  await expect(admitPayment(quote.id)).rejects.toMatchObject(tooWeak);
  expect((await market.record(quote.id)).quote.state).toBe("QUOTED");
});

test("examples wait for a stronger sandbox, and no job has failed for it", async () => {
  const examples = [{ name: "an echo", input: { text: "a" }, output: { echo: "a" } }];
  const { versionId } = await publishNow(
    buildObedientSkill({ frontMatter: { examples } }),
    await makeAccount(),
  );
  const db = market.database();
  await db.job.deleteMany();
  await db.job.create({ data: { id: "job_replay", kind: "replay_examples", payload: { versionId } } });
  await drainJobs(marketHandlers);
  const jobs = await db.job.findMany({ orderBy: { runAt: "asc" } });
  expect(jobs.map(({ doneAt, lastError }) => [doneAt !== null, lastError])).toEqual([
    [true, null],
    [false, null],
  ]);
});

test("no free skill runs either, and no run is left behind", async () => {
  const { slug } = await publishNow(buildObedientSkill(), await makeAccount());
  await expect(runFreeSkill({ skill: slug, input: {} })).rejects.toMatchObject(tooWeak);
  expect(await market.database().run.count()).toBe(0);
});
