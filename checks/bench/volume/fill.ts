import pg from "pg";
import { generateSkills } from "../search/corpus";
import { loadSkills } from "../search/load";

export interface Sizes {
  skills: number;
  accounts: number;
  /** Paid calls: each a quote, a settlement, a grant, a run and a receipt. */
  sales: number;
}

/** Skill 0 has this many versions, and its creator this many of the sales; buyer 2 made this many of them. */
const CREATOR_VERSIONS = 500;
const CREATOR_SALES_SHARE = 20;
const BUYER_SALES_SHARE = 40;
/** Account 4 owns this many of the skills. */
const CREATOR_SKILLS = 500;

export const accountId = (i: number) => `acc_${String(i).padStart(7, "0")}`;

/**
 * Fills a migrated, empty database with a market of two years, the same every time: skewed as markets are (few
 * skills have most of the calls), with what is left behind beside what is in use. Foreign keys are not checked
 * while it is filled.
 */
export async function fillMarket(url: string, sizes: Sizes): Promise<void> {
  await loadSkills(url, generateSkills(sizes.skills));
  const client = new pg.Client(url);
  await client.connect();
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  for (const statement of statements(sizes)) await timed(client, statement);
  await timed(client, "vacuum analyze");
  await client.end();
}

async function timed(client: pg.Client, statement: string): Promise<void> {
  const started = performance.now();
  await client.query(statement);
  const seconds = (performance.now() - started) / 1000;
  if (seconds > 5) console.log(`${seconds.toFixed(0)} s  ${statement.trim().slice(0, 60)}`);
}

/** The position of one of `count` things, the first ones far more often than the last; the same for the same `i`. */
const skewed = (i: string, count: number) =>
  `floor(power((hashint4(${i}) & 1073741823) / 1073741824.0, 3) * ${count})::int`;
const even = (i: string, count: number) => `((hashint4(${i} + 7) & 1073741823) % ${count})`;
const account = (i: string) => `'acc_' || lpad((${i})::text, 7, '0')`;
const id = (prefix: string, i: string) => `'${prefix}_' || lpad((${i})::text, 9, '0')`;
const hash = (i: string) => `md5((${i})::text) || md5((${i} + 1)::text)`;
const signature = (i: string) =>
  `md5('s' || (${i})) || md5('t' || (${i})) || substr(md5('u' || (${i})), 1, 24)`;

function statements({ skills, accounts, sales }: Sizes): string[] {
  const agents = Math.ceil(accounts / 10);
  const rows = (count: number) => `from generate_series(1, ${Math.ceil(count)}) i`;
  /** The moment of the i-th of `count` things of the last 700 days. */
  const at = (count: number) =>
    `now() - (${Math.ceil(count)} - i) * (interval '700 days' / ${Math.ceil(count)})`;
  const buyer = `case when i % ${BUYER_SALES_SHARE} = 1 then 2 else 10 + ${even("i", accounts - 10)} end`;
  const seller = `case when i % ${CREATOR_SALES_SHARE} = 0 then 1 else 10 + ${skewed("i", Math.ceil(accounts / 7))} end`;
  const sold = `case when i % ${CREATOR_SALES_SHARE} = 0 then 0 else 1 + ${skewed("i", skills - 1)} end`;
  return [
    `insert into "SkillNames" (name, canonical_name, skill_id, since, borne_at) select slug, canonical_name, id, created_at, created_at from "Skills"`,
    `insert into "Accounts" (id, username, email, email_verified_at, role, created_at)
     select ${account("i")}, 'user-' || i, 'user-' || i || '@example.org', now(), case when i = 5 then 'administrator' else 'member' end::"Role", ${at(accounts)} ${rows(accounts)}`,
    `insert into "Wallets" (address, account_id, created_at) select 'wallet' || i, ${account("i")}, now() ${rows(accounts)}`,
    `insert into "AgentAuthorIdentities" (id, name, canonical_name, secret_hmac, account_id, state, claimed_at)
     select ${id("agt", "i")}, 'Agent-' || i, 'agent-' || i, '', case when i % 2 = 0 then ${account("i")} end,
       case when i % 2 = 0 then 'claimed' else 'created' end::"AgentIdentityState", case when i % 2 = 0 then now() end ${rows(agents)}`,
    `update "Skills" s set owner_id = case when t.i = 0 then ${account("1")} when t.i <= ${CREATOR_SKILLS} then ${account("4")}
         when t.i % 25 = 1 then null else ${account(`10 + t.i % ${Math.ceil(accounts / 7)}`)} end,
       agent_identity_id = case when t.i % 25 = 1 and t.i > ${CREATOR_SKILLS} then ${id("agt", `1 + t.i % ${agents}`)} end,
       claim_status = case when t.i % 25 = 1 and t.i > ${CREATOR_SKILLS} then case when t.i % 50 = 1 then 'expired' else 'draft' end end::"ClaimStatus",
       claim_expires_at = case when t.i % 25 = 1 and t.i > ${CREATOR_SKILLS} then now() + (t.i % 40 - 10) * interval '1 day' end,
       published_at = now() - (t.i * 2) * (interval '700 days' / ${skills * 2}),
       calls_7d = (${skills} / (1 + t.i))::int % 1000, downloads_7d = (${skills} / (1 + t.i))::int % 700
     from (select id, substr(id, 5)::int as i from "Skills") t where t.id = s.id`,
    `update "SkillVersions" v set published_at = s.published_at, created_at = s.published_at, runnable = true, spec = case when hashtext(v.id) % 2 = 0 then 'v3' else 'v2' end,
       examples = '[{"input":{"a":1},"output":{"b":2}},{"input":{"a":2},"output":{"b":3}}]', examples_total = 2,
       examples_proven = hashtext(v.id) & 1, examples_checked_at = now() - (hashtext(v.id) & 63) * interval '20 minutes',
       author_agent = case when s.agent_identity_id is not null then json_build_object('name', 'Agent-' || (substr(s.agent_identity_id, 5)::int))::jsonb end
     from "Skills" s where s.latest_version_id = v.id`,
    ...["1", "2"].map(
      (
        n,
      ) => `insert into "SkillVersions" (id, skill_id, version, version_scheme, version_change, vetting_status, trust_level, package_digest,
       package_size_bytes, archive_digest, skill_md, manifest, dialect_reports, converts_to, runtime_language, price_lamports, payee_address,
       created_at, published_at, yanked_at, yank_reason, examples, examples_total, runnable, examples_checked_at)
     select v.id || '_${n}', skill_id, '0.${n}.0', version_scheme, 'minor', case when t.i % 500 = 7 then 'caution' else 'approved' end::"VettingStatus", trust_level,
       'sha256:' || md5(v.id || '${n}') || md5(v.id), package_size_bytes, archive_digest, skill_md, manifest, dialect_reports, converts_to,
       runtime_language, price_lamports, payee_address, v.created_at - ${n} * interval '9 days',
       case when t.i % 500 <> 7 then v.published_at - ${n} * interval '9 days' end,
       case when t.i % 20 = 3 or t.i % 3500 = 7 then now() end, case when t.i % 20 = 3 or t.i % 3500 = 7 then 'Old.' end, examples, 2, true, v.examples_checked_at
     from "SkillVersions" v join (select id, substr(id, 5)::int as i from "Skills") t on t.id = v.skill_id where v.version = '1.0.0'`,
    ),
    `insert into "SkillVersions" (id, skill_id, version, version_scheme, version_change, vetting_status, package_digest, package_size_bytes,
       archive_digest, skill_md, manifest, dialect_reports, created_at, published_at)
     select 'ver_0_' || i, skill_id, '0.0.' || i, version_scheme, 'patch', 'approved', 'sha256:' || ${hash("i")}, package_size_bytes, archive_digest, skill_md,
       manifest, dialect_reports, created_at - i * interval '1 day', published_at - i * interval '1 day'
     from "SkillVersions", generate_series(3, ${CREATOR_VERSIONS - 1}) i where id = 'ver_0'`,
    `insert into "PackageFiles" select v.id, 'file-' || i || '.md', ${hash("i")}, 100, true from "SkillVersions" v, generate_series(1, 4) i`,
    `insert into "VettingJobs" (id, version_id, account_id, job_status, vetting_status, engine_version, report_digest, summary, created_at, finished_at)
     select 'vet' || substr(v.id, 4), v.id, s.owner_id, 'done', v.vetting_status, '1', md5(v.id), 'ok', v.created_at, v.created_at from "SkillVersions" v join "Skills" s on s.id = v.skill_id`,
    `insert into "VettingFindings" (id, job_id, position, code, severity, confidence, message)
     select 'fnd' || substr(id, 4) || '_' || i, id, i, 'network', 'low', 'weak', 'Talks to the network.' from "VettingJobs", generate_series(0, 1) i where hashtext(id) % 2 = 0`,
    `insert into "ExampleReplays" select v.id, i, case when hashtext(v.id) % 50 = 0 then 'drifted' else 'proven' end, 'exact', 120, null, now() - (hashtext(v.id) & 63) * interval '1 hour'
     from "SkillVersions" v join "Skills" s on s.latest_version_id = v.id, generate_series(0, 1) i`,
    `insert into "Accounts" (id, username) select 'acc_verifier_' || i, 'verifier-' || i ${rows(200)}`,
    `insert into "Verifiers" (id, account_id, address, display_name, revoked_at) select 'vrf_v' || i, 'acc_verifier_' || i, 'verifier' || i, 'Verifier ' || i,
       case when i % 20 = 0 then now() end ${rows(200)}`,
    `insert into "Audits" (id, version_id, verifier_id, verdict, scope, package_digest, payload, envelope, signature, nonce, issued_at, expires_at, revoked_at)
     select ${id("aud", "i")}, v.id, 'vrf_v' || (1 + i % 200), case i % 10 when 0 then 'changes_requested' else 'seal' end, 'full', v.package_digest,
       repeat('x', 900), '{}', ${signature("i")}, ${hash("i")}, ${at(skills / 5)}, ${at(skills / 5)} + interval '1 year', case when i % 50 = 0 then now() end
     ${rows(skills / 5)} join "SkillVersions" v on v.id = 'ver_' || ${even("i", skills)}`,
    `insert into "Challenges" (id, version_id, account_id, package_digest, claim, evidence, state, opened_at, deadline, decided_at, outcome)
     select ${id("chl", "i")}, v.id, ${account("10 + i")}, v.package_digest, 'c', 'e', case when i > ${skills / 50 - 40} then 'open' when i % 9 = 0 then 'upheld' else 'rejected' end, ${at(skills / 50)},
       ${at(skills / 50)} + interval '14 days', case when i > ${skills / 50 - 40} then null else now() end, case when i > ${skills / 50 - 40} then null else 'o' end
     ${rows(skills / 50)} join "SkillVersions" v on v.id = 'ver_' || ${even("i", skills)}`,
    `insert into "Bonds" (id, version_id, vault_address, amount_lamports, required_lamports, state, checked_at)
     select ${id("bnd", "i")}, 'ver_' || ${even("i", skills)}, 'vault' || i, 5e8, 5e8, case when i % 4 = 0 then 'released' else 'locked' end, now() - (i % 600) * interval '1 second' ${rows(skills / 20)}`,
    `insert into "VerifierApplications" (id, account_id, address, display_name, about, state, decided_at)
     select ${id("vap", "i")}, ${account("10 + i")}, 'wallet' || (10 + i), 'n', 'a', case when i < 30 then 'open' else 'granted' end, case when i >= 30 then now() end ${rows(accounts / 100)}`,
    `insert into "Quotes" (id, version_id, payer_address, payee_address, treasury_address, price_lamports, creator_lamports, fee_lamports, fee_basis_points, input, input_digest,
       package_digest, reference, memo, genesis_hash, blockhash, last_valid_block_height, state, signature, raw_transaction, idempotency_key, expires_at, created_at, updated_at)
     select ${id("quo", "i")}, 'ver_' || (${sold}), 'wallet' || (${buyer}), 'wallet' || (${seller}), 'treasury', 10000, 9500, 500, 500, '{"text":"a text to be worked on, of a few words"}',
       ${hash("i")}, 'sha256:' || ${hash("i")}, 'ref' || i, 'memo' || i, 'genesis', 'blockhash', i, case when i % 12 = 0 then 'GRANTED' else 'CONSUMED' end::"QuoteState", ${signature("i")},
       decode(repeat(md5(i::text), 14), 'hex'), 'key' || i, ${at(sales)}, ${at(sales)}, ${at(sales)} ${rows(sales)}`,
    `insert into "Quotes" (id, version_id, rail, payer_address, payee_address, treasury_address, price_lamports, creator_lamports, fee_lamports, fee_basis_points, input, input_digest,
       package_digest, reference, memo, genesis_hash, blockhash, last_valid_block_height, state, reason, expires_at, created_at, updated_at)
     select 'quo_x' || lpad(i::text, 8, '0'), 'ver_' || ${skewed("i", skills)}, case when i % 2 = 0 then 'mpp' else 'wallet' end, case when i % 2 = 1 then 'wallet' || ${even("i", accounts)} end, 'wallet' || (${seller}), 'treasury', 10000, 9500, 500, 500,
       '{"text":"a text to be worked on, of a few words"}', ${hash("i")}, 'sha256:' || ${hash("i")}, 'refx' || i, 'memox' || i, 'genesis', 'blockhash', i,
       case when i > ${Math.ceil(sales / 2) - 2000} then 'QUOTED' else 'EXPIRED' end::"QuoteState", null, ${at(sales / 2)} + interval '2 minutes', ${at(sales / 2)}, ${at(sales / 2)} ${rows(sales / 2)}`,
    `insert into "Settlements" (id, quote_id, signature, slot, payer_address, payee_address, creator_lamports, fee_lamports, commitment, settled_at, finalized_at, orphaned_at)
     select ${id("set", "i")}, ${id("quo", "i")}, ${signature("i")}, i, 'wallet' || (${buyer}), 'wallet' || (${seller}), 9500, 500, 'confirmed', ${at(sales)},
       case when i > ${sales - 100} or i % 10000 = 0 then null else ${at(sales)} end, case when i % 10000 = 0 then now() end ${rows(sales)}`,
    `insert into "Grants" (id, quote_id, state, run_id, attempts, created_at, updated_at)
     select ${id("grn", "i")}, ${id("quo", "i")}, case when i % 12 = 0 then 'GRANTED' else 'CONSUMED' end::"GrantState", case when i % 12 <> 0 then ${id("run", "i")} end, 1, ${at(sales)}, ${at(sales)} ${rows(sales)}`,
    `insert into "Runs" (id, version_id, grant_id, payer_address, state, input, input_digest, output, output_digest, runner, isolation, exit_code, wall_ms, counts, started_at, finished_at)
     select ${id("run", "i")}, 'ver_' || (${sold}), ${id("grn", "i")}, 'wallet' || (${buyer}), 'DONE', '{"text":"a text to be worked on, of a few words"}', ${hash("i")},
       '{"text":"what came out of it, which is a little longer than what went in"}', ${hash("i")}, 'bwrap', 'namespaces', 0, 50 + i % 900, true, ${at(sales)}, ${at(sales)} ${rows(sales)} where i % 12 <> 0`,
    `insert into "Runs" (id, version_id, account_id, state, fault, failure, input, input_digest, output, output_digest, wall_ms, counts, started_at, finished_at)
     select 'run_f' || lpad(i::text, 8, '0'), 'ver_' || ${skewed("i", skills)}, case when i % 3 = 0 then ${account(`10 + ${even("i", accounts - 10)}`)} end, case when i % 15 = 0 then 'FAILED' else 'DONE' end::"RunState",
       case when i % 15 = 0 then 'skill' end, case when i % 15 = 0 then 'exit 1' end, '{"text":"a text to be worked on, of a few words"}', ${hash("i")},
       '{"text":"what came out of it, which is a little longer than what went in"}', ${hash("i")}, 50 + i % 900, true, ${at(sales / 2)}, ${at(sales / 2)} ${rows(sales / 2)}`,
    `insert into "Receipts" (id, run_id, quote_id, key_id, payload, envelope, created_at)
     select ${id("rcp", "i")}, ${id("run", "i")}, ${id("quo", "i")}, 'key', repeat(md5(i::text), 20), jsonb_build_object('payload', repeat(md5(i::text), 26)), ${at(sales)} ${rows(sales)} where i % 12 <> 0`,
    `insert into "CallKeys" (key_hash, request_digest, quote_id, created_at) select ${hash("i")}, md5(i::text), ${id("quo", "i")}, ${at(sales / 4)} ${rows(sales / 4)}`,
    `insert into "CallKeys" (key_hash, request_digest, run_id, created_at) select 'r' || ${hash("i")}, md5(i::text), 'run_f' || lpad(i::text, 8, '0'), ${at(sales / 4)} ${rows(sales / 4)}`,
    `insert into "Reviews" (id, skill_id, account_id, rating, text, created_at, updated_at)
     select ${id("rev", "i")}, 'skl_' || ${skewed("i", skills)}, ${account(`10 + ${even("i * 3", accounts - 10)}`)}, 1 + i % 5, 'It does what it says, mostly.', ${at(sales / 4)}, ${at(sales / 4)} ${rows(sales / 4)} on conflict do nothing`,
    `insert into "Downloads" (id, skill_id, version_id, identity_hash, address_hash, day, occurred_at)
     select ${id("dwn", "i")}, 'skl_' || ${skewed("i", skills)}, 'ver_' || ${skewed("i", skills)}, md5('i' || i), md5('a' || i), (${at(sales)})::date, ${at(sales)} ${rows(sales)}`,
    `insert into "Stars" select 'skl_' || ${skewed("i", skills)}, ${account(`10 + ${even("i * 5", accounts - 10)}`)}, now() ${rows(accounts)} on conflict do nothing`,
    `insert into "Events" (id, kind, subject_id, actor, data, occurred_at) select ${id("evt", "i")}, case i % 3 when 0 then 'version:published' when 1 then 'skill:downloaded' else 'call:settled' end,
       'skl_' || ${skewed("i", skills)}, null, '{}', ${at(sales / 2)} ${rows(sales / 2)}`,
    `insert into "LogEntries" (seq, previous_seq, kind, subject_id, body, leaf_hash, logged_at)
     select n - 1, nullif(n - 2, -1), 'version:published', id, '{"v":1}', ${hash("n::int")}, now() from (select row_number() over (order by published_at) as n, id from "SkillVersions" where published_at is not null) v`,
    `insert into "LogEntries" (seq, previous_seq, kind, subject_id, body, leaf_hash, logged_at)
     select b.m + n, b.m + n - 1, 'audit:signed', version_id, json_build_object('data', json_build_object('auditId', id))::text, ${hash("n::int")}, now()
     from (select row_number() over (order by id) as n, id, version_id from "Audits") a, (select max(seq) as m from "LogEntries") b`,
    `update "LogHeads" set size = (select count(*) from "LogEntries")`,
    `insert into "LogNodes" (level, index, hash) select l, i, ${hash("i::int")} from generate_series(0, 24) l, lateral generate_series(0, ((select size from "LogHeads") >> l) - 1) i`,
    `insert into "Reports" (id, skill_id, reason, text, account_id, identity_hash, day, state, decision, decided_by_id, decided_at, created_at)
     select ${id("rpt", "i")}, 'skl_' || ${skewed("i", skills)}, 'spam', 't', ${account("10 + i")}, md5(i::text), now(), case when i % 300 = 0 then 'open' else 'dismissed' end, case when i % 300 <> 0 then 'd' end, case when i % 300 <> 0 then ${account("5")} end,
       case when i % 300 <> 0 then now() end, ${at(accounts / 4)} ${rows(accounts / 4)}`,
    `insert into "Appeals" (id, skill_id, account_id, text, state, decision, decided_by_id, decided_at, created_at)
     select ${id("apl", "i")}, 'skl_' || i, ${account("10 + i")}, 't', case when i % 200 = 0 then 'open' else 'denied' end, case when i % 200 <> 0 then 'd' end, case when i % 200 <> 0 then ${account("5")} end, case when i % 200 <> 0 then now() end, now() ${rows(skills / 20)}`,
    `insert into "Jobs" (id, kind, payload, run_at, attempts, done_at) select ${id("job", "i")}, 'replay_examples', '{}', now() - i * interval '0.1 second', 1, now() - i * interval '0.1 second' ${rows(accounts / 4)}`,
    `insert into "Jobs" (id, kind, payload, dedupe_key, run_at) select 'job_w' || i, 'replay_examples', '{}', 'replay:' || i, now() + i * interval '1 second' ${rows(5000)}`,
    `insert into "Mails" (id, kind, recipient_hash, sealed, created_at, sent_at) select ${id("mai", "i")}, 'verify', md5((i % 20000)::text), case when i % 4000 = 0 then 'x'::bytea end, now() - i * interval '10 seconds', case when i % 4000 <> 0 then now() end ${rows(accounts)}`,
    `insert into "MailRecipients" select md5(i::text), now() - i * interval '100 seconds' ${rows(20000)}`,
    `insert into "RateLimits" (key, points, expire) select 'search:' || ${hash("i")}, i % 50, extract(epoch from now()) * 1000 - i * 60 ${rows(accounts * 2)}`,
    `insert into "SignInChallenges" select md5(i::text), 'wallet' || i, '{}', md5(i::text), now() + i * interval '0.01 second' ${rows(accounts / 10)}`,
    `insert into "DraftUploads" select ${id("upl", "i")}, md5((i % 5000)::text), i, now() - i * interval '3 seconds' ${rows(accounts / 4)}`,
    `insert into "Wanted" (id, query, display_query, searches, last_asked_at) select ${id("wnt", "i")}, 'wish ' || i, 'wish ' || i, (${accounts} / i)::int, ${at(accounts / 2)} ${rows(accounts / 2)}`,
    `insert into "WantedSearches" select ${id("wnt", `1 + ${skewed("i", accounts / 2)}`)}, md5(i::text), md5('a' || i), (now() - (i % 90) * interval '1 day')::date ${rows(accounts)} on conflict do nothing`,
    `insert into "ApiKeys" (id, account_id, name, key_hash, prefix) select ${id("key", "i")}, ${account("i")}, 'laptop', ${hash("i")}, 'em_' ${rows(accounts / 2)}`,
    `insert into "OwnerRegistrations" (id, username, token_hash, email, expires_at) select ${id("acc_r", "i")}, 'reg-' || i, ${hash("i")}, 'reg-' || i || '@example.org', now() + (i % 1000) * interval '1 hour' - interval '30 days' ${rows(accounts / 4)}`,
    `insert into "DraftClaimVerifications" (id, skill_id, token_hash, email, expires_at) select ${id("clm", "i")}, 'skl_' || (25 * i + 1), ${hash("i")}, 'user-' || i || '@example.org', now() + (i % 60 - 30) * interval '1 day' ${rows(skills / 26)}`,
    `insert into "AgentIdentityClaimTokens" (id, identity_id, token_hash, email, expires_at) select ${id("tok", "i")}, ${id("agt", "i")}, ${hash("i")}, 'user-' || i || '@example.org', now() + (i % 60 - 30) * interval '1 day' ${rows(agents)}`,
    `insert into "ConvertedPackages" select package_digest, t, '1', archive_digest, 100, now() from "SkillVersions", unnest(converts_to) t on conflict do nothing`,
    `insert into "UploadTickets" select ${id("tic", "i")}, ${account("i")}, 'SKILL.md', 10, md5(i::text), null, now() + i * interval '1 second' ${rows(accounts / 20)}`,
    `insert into "RefusedForms" select ${hash("i")}, 'x'::bytea, now() + i * interval '0.01 second' ${rows(accounts / 10)}`,
    `insert into "Profiles" (owner_id, updated_at) select ${account("i")}, now() ${rows(accounts / 4)}`,
    `insert into "Reminders" (id, owner_id, text, created_at) select ${id("rmd", "i")}, ${account(even("i", accounts))}, 't', now() ${rows(accounts / 4)}`,
    `update "Audits" set issued_at = now() - substr(id, 5)::int * interval '10 minutes' where id !~ '^aud_[0-9]{9}$'`,
    `update "Skills" s set rating_sum = r.stars, rating_count = r.n from (select skill_id, sum(rating) as stars, count(*) as n from "Reviews" group by 1) r where r.skill_id = s.id`,
    `update "SkillVersions" set audit_asked_at = published_at where id in (select 'ver_' || i * 50 from generate_series(1, ${Math.floor(skills / 50) - 1}) i)`,
    `update "Skills" set quarantined_at = now(), quarantine_reason = 'r', published_at = null where id in (select 'skl_' || (i * 333 + 600) from generate_series(1, ${Math.floor(skills / 334) - 3}) i)`,
  ];
}
