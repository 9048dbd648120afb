import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOND_LIFECYCLE, MOVE_LIFECYCLE } from "@/lib/audits/bond/bonds-repository";
import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";
import { GRANT_LIFECYCLE } from "@/lib/payments/grants/grant-repository";
import { QUOTE_LIFECYCLE } from "@/lib/payments/quotes/quote";
import { VETTING_JOB_LIFECYCLE } from "@/lib/publishing/vetting/repository";
import { CLAIM_LIFECYCLE } from "@/lib/registry/claim-state";
import { RUN_LIFECYCLE } from "@/lib/running/runs/runs-repository";
import { testDatabase } from "@/lib/testing/database";

type AnyLifecycle = Lifecycle<string, LifecycleStep<string>>;

interface Life {
  lifecycle: AnyLifecycle;
  /** A row that passes the checks of its table in each state. */
  row: Record<string, unknown>;
}

const AT = "2030-01-01T00:00:00Z";
const DIGEST = `sha256:${"0".repeat(64)}`;

const LIVES: Life[] = [
  {
    lifecycle: QUOTE_LIFECYCLE,
    row: {
      version_id: "v",
      rail: "wallet",
      calls: 1,
      payer_address: "a",
      payee_address: "b",
      treasury_address: "c",
      price_lamports: 10,
      creator_lamports: 9,
      fee_lamports: 1,
      fee_basis_points: 1000,
      input: {},
      input_digest: DIGEST,
      package_digest: DIGEST,
      reference: "r",
      memo: "m",
      genesis_hash: "g",
      blockhash: "h",
      last_valid_block_height: 1,
      commitment: "confirmed",
      signature: "s",
      expires_at: AT,
      created_at: AT,
      updated_at: AT,
    },
  },
  {
    lifecycle: GRANT_LIFECYCLE,
    row: { quote_id: "q", position: 1, calls: 1, run_id: "r", attempts: 0, created_at: AT, updated_at: AT },
  },
  {
    lifecycle: RUN_LIFECYCLE,
    row: { version_id: "v", input: {}, input_digest: DIGEST, started_at: AT },
  },
  {
    lifecycle: CLAIM_LIFECYCLE,
    row: { slug: "a", canonical_name: "a", owner_id: "o", claim_expires_at: AT, updated_at: AT },
  },
  {
    lifecycle: BOND_LIFECYCLE,
    row: { version_id: "v", vault_address: "a", amount_lamports: 1, required_lamports: 1, checked_at: AT },
  },
  {
    lifecycle: MOVE_LIFECYCLE,
    row: {
      bond_id: "b",
      kind: "refund",
      destination: "d",
      message: "\\x00",
      signers: ["a", "b"],
      signatures: ["a", "b"],
      signature: "s",
      created_at: AT,
    },
  },
  {
    lifecycle: VETTING_JOB_LIFECYCLE,
    row: { version_id: "v", vetting_status: "pending", created_at: AT },
  },
];

const cases = LIVES.map((life) => ({ ...life, table: life.lifecycle.table }));

testDatabase();
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client(process.env["DATABASE_URL"]);
  await client.connect();
  // Rows stand alone: no foreign keys, and no triggers but those of a test.
  await client.query("set session_replication_role = replica");
});
afterAll(() => client.end());

const pairs = (lifecycle: AnyLifecycle) =>
  lifecycle.states.flatMap((from) => lifecycle.states.map((to) => [from, to] as const));

const allowed = ({ steps }: AnyLifecycle) =>
  new Set(Object.values(steps).flatMap(({ from, to }) => from.flatMap((a) => to.map((b) => `${a} ${b}`))));

const stored = ({ whenNull }: AnyLifecycle, state: string) => (state === whenNull ? null : state);

/** Of a run, its end goes with its state. */
const withState = (lifecycle: AnyLifecycle, state: string): Record<string, unknown> => ({
  [lifecycle.column]: stored(lifecycle, state),
  ...(lifecycle === RUN_LIFECYCLE ? { finished_at: state === "RUNNING" ? null : AT } : {}),
});

async function insert({ lifecycle, row }: Life, state: string): Promise<void> {
  const given = { id: "one", ...row, ...withState(lifecycle, state) };
  const columns = Object.keys(given)
    .map((column) => `"${column}"`)
    .join(", ");
  await client.query(
    `insert into "${lifecycle.table}" (${columns}) select ${columns} from jsonb_populate_record(null::"${lifecycle.table}", $1)`,
    [JSON.stringify(given)],
  );
}

async function change({ table }: AnyLifecycle, to: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(to).map((column) => `"${column}" = given."${column}"`);
  await client.query(
    `update "${table}" set ${columns.join(", ")} from jsonb_populate_record(null::"${table}", $1) given`,
    [JSON.stringify(to)],
  );
}

/** Whether the trigger lets it be done; what was done is taken back. Throws what anything else refuses. */
async function isLet(trigger: string, table: string, before: () => Promise<void>, act: () => Promise<void>) {
  await client.query("begin");
  try {
    await before();
    await client.query(`alter table "${table}" enable always trigger "${trigger}"`);
    await act();
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === `${table}_lifecycle`) return false;
    throw error;
  } finally {
    await client.query("rollback");
  }
}

describe.each(cases)("$table", (life) => {
  const { lifecycle, table } = life;

  test("go from state to state as their lifecycle says, and in no other way", async () => {
    const lets: string[] = [];
    for (const [from, to] of pairs(lifecycle)) {
      const row = () => insert(life, from);
      const step = () => change(lifecycle, withState(lifecycle, to));
      if (await isLet("lifecycle_step", table, row, step)) lets.push(`${from} ${to}`);
    }
    const stays = lifecycle.states.map((state) => `${state} ${state}`);
    expect(lets.sort()).toEqual([...allowed(lifecycle), ...stays].sort());
  });

  test("begin with the states that their lifecycle says, and with no other one", async () => {
    const lets: string[] = [];
    for (const state of lifecycle.states)
      if (
        await isLet(
          "lifecycle_begin",
          table,
          async () => {},
          () => insert(life, state),
        )
      )
        lets.push(state);
    expect(lets.sort()).toEqual([...lifecycle.begins].sort());
  });

  test("have the states that the database knows", async () => {
    const { rows } = await client.query<{ states: string[] | null; checks: string }>(
      `select (select array_agg(e.enumlabel::text) from pg_enum e where e.enumtypid = a.atttypid) as states,
         (select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint c where c.conrelid = a.attrelid) as checks
       from pg_attribute a where a.attrelid = $1::regclass and a.attname = $2`,
      [`"${table}"`, lifecycle.column],
    );
    const named = /\(state = ANY \(ARRAY\[(.+?)\]\)/.exec(rows[0]?.checks ?? "")?.[1] ?? "";
    const known = rows[0]?.states ?? [...named.matchAll(/'(\w+)'/g)].map(([, state]) => state);
    const states = lifecycle.states.filter((state) => state !== lifecycle.whenNull);
    expect(new Set(known)).toEqual(new Set(states));
  });
});
