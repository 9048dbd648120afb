import type { Clock } from "@/lib/kernel/clock";
import { IN_TOTO_PAYLOAD_TYPE, signEnvelope } from "@/lib/log/attestation/dsse";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { toCanonicalJson, type JsonObject } from "@/lib/kernel/json/canonical-json";
import type { PlatformKey } from "@/lib/log/attestation/platform-key";
import {
  RECEIPT_PREDICATE_TYPE,
  receiptStatement,
  STATEMENT_TYPE,
  type ReceiptStatement,
} from "@/lib/payments/receipts/receipt-statement";
import {
  findPaidQuote,
  findReceiptOfRun,
  insertReceipt,
  type PaidQuote,
  type ReceiptRecord,
  findReceipt,
} from "@/lib/payments/receipts/receipts-repository";

/** What the runner knows about a finished run of a paid call. */
export interface FinishedRun {
  id: string;
  skillSlug: string;
  skillVersion: string;
  inputDigest: string;
  /** Of the input with the defaults of its schema, where they made it another one. */
  appliedInputDigest?: string;
  outputDigest: string;
  startedAt: Date;
  finishedAt: Date;
  runner: string;
  isolation: string;
  runnerFacts: JsonObject;
}

/**
 * Signs the receipt of a paid call: canonical JSON (RFC 8785) of an in-toto statement in a DSSE envelope. The run
 * must have used up its grant (`consumeGrant`) and its input must be the quoted one. A run has one receipt: asking
 * again returns it. Throws `GRANT_NOT_FOUND`. Takes the caller's transaction, so that output, grant and receipt are
 * stored together.
 */
export async function issueReceipt(
  run: FinishedRun,
  { key, clock }: { key: PlatformKey; clock: Clock },
  db: Database = database(),
): Promise<ReceiptRecord> {
  const quote = await findPaidQuote(db, run.id);
  const quoted = quote?.calls === 1 ? quote.inputDigest : run.inputDigest; // several calls bring their inputs later
  if (!quote?.used || quoted !== run.inputDigest) {
    throw new DomainError("GRANT_NOT_FOUND", "This run has used no grant for this input.", {
      details: { runId: run.id },
    });
  }
  const id = newId("rcp");
  const createdAt = clock.now();
  const payload = toCanonicalJson(receiptStatement.parse(toStatement({ id, createdAt, run, quote })));
  const signing = { payloadType: IN_TOTO_PAYLOAD_TYPE, key: key.privateKey, keyId: key.keyId };
  const envelope = signEnvelope(Buffer.from(payload), signing);
  const receipt = { id, runId: run.id, quoteId: quote.id, keyId: key.keyId, payload, envelope, createdAt };
  const stored = (await insertReceipt(db, receipt)) ?? (await findReceiptOfRun(db, run.id));
  if (!stored) throw new DomainError("INTERNAL", "The receipt could not be stored.");
  return stored;
}

interface ReceiptFacts {
  id: string;
  createdAt: Date;
  run: FinishedRun;
  quote: PaidQuote;
}

function toStatement({ id, createdAt, run, quote }: ReceiptFacts): ReceiptStatement {
  const {
    inputDigest,
    appliedInputDigest,
    outputDigest,
    startedAt,
    finishedAt,
    runner,
    isolation,
    runnerFacts,
  } = run;
  const sha256 = quote.packageDigest.replace(/^sha256:/, "");
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: `skill/${run.skillSlug}@${run.skillVersion}`, digest: { sha256 } }],
    predicateType: RECEIPT_PREDICATE_TYPE,
    predicate: {
      receiptId: id,
      issuedAt: createdAt.toISOString(),
      run: {
        id: run.id,
        inputDigest,
        ...(appliedInputDigest === undefined ? {} : { appliedInputDigest }),
        outputDigest,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
        runner,
        isolation,
        runnerFacts,
      },
      payment: toPayment(quote),
    },
  };
}

function toPayment(quote: PaidQuote): ReceiptStatement["predicate"]["payment"] {
  return {
    quote: quote.id,
    transaction: quote.signature,
    genesisHash: quote.genesisHash,
    commitment: quote.commitment === "finalized" ? "finalized" : "confirmed",
    payer: quote.payerAddress,
    payee: quote.payeeAddress,
    treasury: quote.treasuryAddress,
    reference: quote.reference,
    priceLamports: quote.priceLamports.toString(),
    creatorLamports: quote.creatorLamports.toString(),
    feeLamports: quote.feeLamports.toString(),
    excessLamports: quote.excessLamports.toString(),
    ...tokenOf(quote),
    ...(quote.calls > 1 ? { call: { number: quote.position, of: quote.calls } } : {}),
  };
}

function tokenOf({
  tokenMint: mint,
  tokenUnits: units,
  tokenAccount: account,
}: PaidQuote): Pick<ReceiptStatement["predicate"]["payment"], "token"> {
  if (mint === null || units === null || account === null) return {};
  return { token: { mint, units: units.toString(), account } };
}

/** A receipt by its id; throws `RECEIPT_NOT_FOUND`. */
export async function getReceipt(id: string): Promise<ReceiptRecord> {
  const receipt = await findReceipt(database(), id);
  if (!receipt)
    throw new DomainError("RECEIPT_NOT_FOUND", "There is no such receipt.", { details: { receiptId: id } });
  return receipt;
}
