import canonicalize from "canonicalize";

/** What the button says of a receipt, in the reader's language. */
interface Words {
  signed: string;
  amounts: string;
  output: string;
  failed: string;
  otherOutput: string;
  unable: string;
  away: string;
}

/** Answers each press of the button (`checkReceipt`). */
export function keepChecking(button: HTMLElement, signal: AbortSignal): void {
  button.addEventListener("click", () => void checkReceipt(button), { signal });
}

/**
 * Checks the receipt of this page in the browser and writes below the button what was checked, or what is wrong: the
 * market's signature over the statement with a key of its list, what the statement is about, its sums, and the answer
 * of the call where this browser still has it.
 */
async function checkReceipt(button: HTMLElement): Promise<void> {
  const words = JSON.parse(button.dataset["words"] ?? "{}") as Words;
  const place = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (!place) return;
  place.textContent = "";
  const lines = await check(button.dataset["checkReceipt"] ?? "", words).catch(() => [words.away]);
  for (const line of lines) {
    const item = document.createElement("li");
    item.textContent = line;
    place.append(item);
  }
}

interface Receipt {
  key_id: string;
  envelope: { payload: string; payloadType: string; signatures: { sig: string }[] };
}

async function check(id: string, words: Words): Promise<string[]> {
  const [receipt, { keys }] = await Promise.all([
    getJson<Receipt>(`/v1/receipts/${encodeURIComponent(id)}`),
    getJson<{ keys: { key_id: string; public_key_pem: string }[] }>("/v1/keys"),
  ]);
  const pem = keys.find(({ key_id: keyId }) => keyId === receipt.key_id)?.public_key_pem;
  if (pem === undefined) return [words.failed];
  const payload = bytesOf(receipt.envelope.payload);
  const key = await importKey(pem);
  if (key === null) return [words.unable];
  const signature = bytesOf(receipt.envelope.signatures[0]?.sig ?? "");
  if (!(await crypto.subtle.verify("Ed25519", key, signature, preAuthEncoding(receipt.envelope, payload))))
    return [words.failed];
  const { predicate } = JSON.parse(new TextDecoder().decode(payload)) as Statement;
  const { payment, run } = predicate;
  const sum = BigInt(payment.creatorLamports) + BigInt(payment.feeLamports);
  if (predicate.receiptId !== id || sum !== BigInt(payment.priceLamports)) return [words.failed];
  const output = findOutput(run.id);
  if (output === undefined) return [words.signed, words.amounts];
  const isSame = (await digestJson(output)) === run.outputDigest;
  return [words.signed, words.amounts, isSame ? words.output : words.otherOutput];
}

interface Statement {
  predicate: {
    receiptId: string;
    run: { id: string; outputDigest: string };
    payment: { priceLamports: string; creatorLamports: string; feeLamports: string };
  };
}

async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} gave ${response.status}`);
  return (await response.json()) as T;
}

/** Null in a browser that cannot check such a signature, or that does not on a page without TLS. */
async function importKey(pem: string): Promise<CryptoKey | null> {
  const spki = bytesOf(pem.replaceAll(/-----[^-]+-----|\s/g, ""));
  try {
    return await crypto.subtle.importKey("spki", spki, "Ed25519", false, ["verify"]);
  } catch {
    return null;
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The bytes that are signed (DSSE protocol, "PAE"). */
function preAuthEncoding({ payloadType }: Receipt["envelope"], payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `);
  const signed = new Uint8Array(header.length + payload.length);
  signed.set(header);
  signed.set(payload, header.length);
  return signed;
}

/** What this browser kept of the last calls (`components/run/form/run-form.tsx`) of this run; undefined for nothing. */
function findOutput(runId: string): unknown {
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i) ?? "";
      if (!name.startsWith("emporion.last.")) continue;
      const { run } = JSON.parse(localStorage.getItem(name) ?? "{}") as {
        run?: { id?: unknown; output?: unknown; cleared_at?: unknown };
      };
      if (run?.id === runId && !run.cleared_at) return run.output;
    }
  } catch {
    // Storage may be switched off, or hold what nobody wrote.
  }
  return undefined;
}

/** `sha256:<hex>` of the canonical JSON (RFC 8785) of a value, as the market counts it (`lib/kernel/json`). */
async function digestJson(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalize(value)));
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
