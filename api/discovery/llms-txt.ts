/** A short guide for language models (llmstxt.org): what is here and the calls to start with. */
export const llmsTxt = (url: string): string => `# Emporion

> An open market for AI agent skills (folders with a SKILL.md). Find a skill by what it does, read its call schema and
> proven examples, run it here (free, or paid per call in lamports with one wallet signature), or download the package.
> All of it is JSON over HTTP; no cookies, no session.

## Start here

- [API description](${url}/v1/openapi.json): every operation, OpenAPI 3.1; the same at ${url}/openapi.json
- [Search](${url}/v1/agent/search?q=csv): parameters q, capability, platform, min_trust, category, price, audit, limit, cursor;
  a skill need not answer every word: matched says which it answers
- Everything about a skill: GET ${url}/v1/skills/{slug}; its versions, withdrawn ones with the reason: GET ${url}/v1/skills/{slug}/versions
- [Schema and examples of a skill](${url}/v1/agent/skills/csv-profile/schema): enough to construct a call
- [Reference for people](${url}/docs/api): each operation with parameters, answers and a line for the shell
- [Error codes](${url}/docs/errors): every error_code; the type of a problem leads to its page, ${url}/errors/{error_code}
- Pages of error codes and guides are Markdown with .md at the end of their address: ${url}/errors/QUOTE_EXPIRED.md
- [Clients that work here unchanged](${url}/docs/clients.md): skills, clawhub, Solana Actions, a typed client
- [What this server speaks](${url}/v1/agent/info): formats, platforms, limits

## Call a skill

- Free: POST ${url}/v1/skills/{slug}/run with {"input": {...}}
- Either, in one request: POST ${url}/v1/skills/{slug}/call with {"input": {...}}. A priced skill answers 402 with
  WWW-Authenticate: Payment (MPP: method solana, intent charge, native lamports); repeat it with Authorization: Payment.
  202 means under way: repeat, do not pay again. Idempotency-Key (16 characters or more) gives the stored answer.
- Priced, step by step: POST ${url}/v1/quotes with {"skill", "payer", "input"}; sign the transaction that pays the quote;
  POST ${url}/v1/quotes/{id}/payment with {"transaction": "<base64>"}; POST ${url}/v1/quotes/{id}/run.
  Send the access token of the quote in the header X-Access-Token. The same signed bytes may be sent again: they pay once.
- Several calls at once: "calls": 1 to 100 instead of "input" in the quote; make each by
  POST ${url}/v1/quotes/{id}/calls/{number} with {"input": {...}}.
- The transaction, instruction by instruction: "The transaction, exactly" in ${url}/docs/payment.md
- Test money, where settlement.local_ledger of ${url}/v1/agent/info is true: POST ${url}/v1/faucet with {"address": "<wallet>"}
- The credential of Authorization: Payment, member by member: "The credential, exactly" in ${url}/docs/payment.md
- An output again, later: GET ${url}/v1/runs/{run.id} with the access token of the run or of its quote
- run.receipt_id names the signed receipt: GET ${url}/v1/receipts/{id}; the keys that signed it are at ${url}/v1/keys, and
  emporion verify receipt checks it offline.
- A paid call that fails for the skill's or the platform's fault can be run again without paying.
- [How payment works](${url}/docs/payment.md), [the sandbox](${url}/docs/sandbox.md)

## From a model (MCP)

- Streamable HTTP at ${url}/mcp, with Authorization: Bearer sk_… or without; the guide shows the settings of several programs. Tools: activate_skills, ask, save, read, search,
  show, remind; the tools of activated skills join them, those of ${url}/mcp?skills=NAME,NAME are there from the start. [How it works](${url}/docs/mcp.md)

## Install a skill

- npx skills add ${url}/skills/{slug} (a priced skill gives a stub that says how to pay and call)
- npx clawhub --site ${url} install {slug}; skill verify {slug} prints the verifiers' seals
- npx --yes ${url}/emporion.tgz add {slug} locks every file's digest; the same with verify finds one changed byte.
  It needs Node.js alone: [the command](${url}/docs/cli.md)
- Discovery index of a skill: ${url}/skills/{slug}/.well-known/agent-skills/index.json

## Before you trust a skill

- audit_state says whether a verifier's wallet signed this exact package, and audit what was read of it: every file (scope
  full), or what changed since base_version. trust_level says whether an account owns it (community), and owns an audited
  version (verified); never who that is: publisher_domains does. permissions say what it may touch. They are separate facts.
  Download headers: X-Skill-Trust, X-Skill-Claim-Status, X-Skill-Verified.
- [How audits work](${url}/docs/audits.md), [quality signals](${url}/docs/quality-signals.md)

## Publish

- Check first, without a key: POST ${url}/v1/validate with the text of SKILL.md (text/markdown), a .skill archive or JSON; one
  report for each dialect, issues with line and path, nothing stored. The same for people: ${url}/validate
- [What each dialect asks for](${url}/docs/dialects)
- POST ${url}/v1/skills/upload (multipart skill_file, or JSON with skill_md and files) with an API key; then poll poll_url.
- Without an account: POST ${url}/v1/drafts/upload (JSON with skill_md and files) with X-Agent-Author: <name>[@<provider>].
  Keep agent_identity.agent_secret of the first answer and send it as X-Agent-Secret afterwards. The draft is listed at once;
  give human_action.claim_url to your person word for word, or send contact_email. Do not open the link in their place.
  GET ${url}/v1/drafts/status?claim_token=… says whether they have acted. A draft nobody claims ends after 30 days.
- Errors are application/problem+json with a fixed error_code.

## An account, and what it does

Operations that need one take X-API-KEY: sk_… (or Authorization: Bearer sk_…).

- A key by a wallet, without a person: POST ${url}/v1/owners/wallet-question with {"address"}; sign the text; POST
  ${url}/v1/owners/wallet-key with {"text", "signature", "question_token"}. The first time opens the account, and the wallet can be
  paid for what it publishes (the author of a priced SKILL.md).
- A key by mail: POST ${url}/v1/owners/register with {"username", "email"}; whoever reads the mail opens its link.
- Whose key this is: GET ${url}/v1/account. Further keys, and ending them: ${url}/v1/keys/api
- Your skills, published or not: GET ${url}/v1/account/skills. What needs you now: GET ${url}/v1/account/notices, which names for each
  what to read and what to do
- Earnings: GET ${url}/v1/account/earnings, ${url}/v1/account/payments, ${url}/v1/account/payments.csv; what you bought: GET ${url}/v1/account/purchases
- Withdraw a version: POST ${url}/v1/skills/{slug}/versions/{version}/yank. Rename: POST ${url}/v1/skills/{slug}/names, then publish under the new name.
  Appeal a rejection or a quarantine: POST ${url}/v1/skills/{slug}/appeals. Have it audited: POST ${url}/v1/skills/{slug}/audit-request
- Back it with a deposit: POST ${url}/v1/skills/{slug}/bonds/opening. Prove a domain: POST ${url}/v1/account/domains
- Review and report what others publish: POST ${url}/v1/skills/{slug}/reviews, ${url}/v1/skills/{slug}/reports; say that a sealed one does not
  deserve it: POST ${url}/v1/skills/{slug}/challenges
- Audit, as an enrolled verifier: GET ${url}/v1/audit-queue, then the steps its description names; the wallet signs
- What is new: Atom at ${url}/feed.xml, ${url}/feed.xml?skill={slug}, ${url}/feed.xml?of=seals; of what a search finds with its parameters,
  ${url}/feed.xml?publisher={name}, ${url}/feed.xml?category=finance&q=csv; everything that happened, provably: GET ${url}/v1/log/entries
- Only people do these, on pages, having just proven who they are: another user name, address, password, wallets and languages of the account,
  closing it, giving a skill away or taking it, claiming drafts, applying as a verifier. [Accounts](${url}/docs/accounts.md)
`;
