import { expect, test } from "vitest";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { makeAccount, newAddress } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { buildProcesses } from "@/lib/testing/build-processes";
import { IS_FULL } from "@/lib/testing/full-form";

const database = testDatabase();

const run = await buildProcesses("make-administrator");
const makeAdministrator = (...args: string[]) => run("make-administrator", args);

test("the account of a wallet becomes an administrator, on record; a wallet nobody knows gets an account", async () => {
  const member = await makeAccount();
  expect(makeAdministrator(member.address)).toMatchObject({ status: 0 });
  expect((await findActorByUsername(member.username))?.role).toBe("administrator");
  const event = await database().event.findFirstOrThrow({ where: { subjectId: member.accountId } });
  expect([event.kind, event.actor]).toEqual(["account:role-changed", "operator"]);

  const address = newAddress();
  expect(makeAdministrator(address).stdout).toContain(`(${address}) is an administrator`);
  const { account } = await database().wallet.findUniqueOrThrow({
    where: { address },
    include: { account: true },
  });
  expect(account.role).toBe("administrator");
});

test.runIf(IS_FULL)(
  "an account without a wallet is named by its user name, and told where to go",
  async () => {
    const { username } = await makeAccount();
    const { status, stdout } = makeAdministrator(username);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${username} is an administrator`)]);
    expect(stdout).toContain("Administration");
    expect((await findActorByUsername(username))?.role).toBe("administrator");
  },
);

test.runIf(IS_FULL)("what is neither an address nor a user name changes nothing", async () => {
  const before = await database().account.count();
  for (const args of [[], ["somebody"]]) expect(makeAdministrator(...args).status).toBe(2);
  expect(await database().account.count()).toBe(before);
});
