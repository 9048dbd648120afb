import canonicalize from "canonicalize";

/** The receipt of a page, and the market's key as the market listed it when the page was made: nothing is fetched. */
export interface ShownReceipt {
  id: string;
  /** Null where the market lists no key of the id that the receipt names. */
  publicKeyPem: string | null;
  envelope: { payload: string; payloadType: string; signatures: readonly { sig: string }[] };
}

/** What was put in and what came out, as far as it is at hand; `stored` is what this browser kept of the call. */
export interface TextsAtHand {
  input?: unknown;
  output?: unknown;
  stored?: unknown;
}

/** What a check has found, each said in the reader's language (`receipt.checked`). */
export type Finding =
  | "signed"
  | "amounts"
  | "input"
  | "otherInput"
  | "output"
  | "otherOutput"
  | "storedOutput"
  | "otherStoredOutput"
  | "noTexts"
  | "failed"
  | "unable";

/** Answers each press of the button; what the check needs is in the page already, so it works without a connection. */
export function keepChecking(button: HTMLElement, signal: AbortSignal): void {
  button.addEventListener("click", () => void showFindings(button), { signal });
}

async function showFindings(button: HTMLElement): Promise<void> {
  const words = JSON.parse(button.dataset["words"] ?? "{}") as Record<Finding, string>;
  const receipt = JSON.parse(button.dataset["checkReceipt"] ?? "{}") as ShownReceipt;
  const place = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (!place) return;
  place.textContent = "";
  for (const finding of await checkReceipt(receipt, findTexts)) {
    const item = document.createElement("li");
    item.textContent = words[finding];
    place.append(item);
  }
}

/**
 * Checks a receipt: the market's signature over the statement with the key it lists, what the statement is about, its
 * sums, and the digests of the texts at hand. Whether the payment is on the chain is not looked at.
 */
export async function checkReceipt(
  { id, publicKeyPem, envelope }: ShownReceipt,
  textsOf: (runId: string) => TextsAtHand,
): Promise<Finding[]> {
  if (publicKeyPem === null) return ["failed"];
  const key = await importKey(publicKeyPem);
  if (key === null) return ["unable"];
  const payload = bytesOf(envelope.payload);
  const signature = bytesOf(envelope.signatures[0]?.sig ?? "");
  if (!(await crypto.subtle.verify("Ed25519", key, signature, preAuthEncoding(envelope, payload))))
    return ["failed"];
  const { predicate } = JSON.parse(new TextDecoder().decode(payload)) as Statement;
  const { payment, run } = predicate;
  const sum = BigInt(payment.creatorLamports) + BigInt(payment.feeLamports);
  if (predicate.receiptId !== id || sum !== BigInt(payment.priceLamports)) return ["failed"];
  return ["signed", "amounts", ...(await checkTexts(run, textsOf(run.id)))];
}

interface SignedRun {
  id: string;
  inputDigest: string;
  appliedInputDigest?: string;
  outputDigest: string;
}

interface Statement {
  predicate: {
    receiptId: string;
    run: SignedRun;
    payment: { priceLamports: string; creatorLamports: string; feeLamports: string };
  };
}

async function checkTexts(run: SignedRun, { input, output, stored }: TextsAtHand): Promise<Finding[]> {
  const inputs = [run.inputDigest, run.appliedInputDigest];
  const found: Finding[] = [];
  if (input !== undefined) found.push(inputs.includes(await digestJson(input)) ? "input" : "otherInput");
  if (output !== undefined)
    found.push((await digestJson(output)) === run.outputDigest ? "output" : "otherOutput");
  else if (stored !== undefined)
    found.push((await digestJson(stored)) === run.outputDigest ? "storedOutput" : "otherStoredOutput");
  return found.length === 0 ? ["noTexts"] : found;
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
function preAuthEncoding(
  { payloadType }: ShownReceipt["envelope"],
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `);
  const signed = new Uint8Array(header.length + payload.length);
  signed.set(header);
  signed.set(payload, header.length);
  return signed;
}

/** The texts that the page shows, and what this browser kept of the last calls (`components/run/form/run-form.tsx`). */
const findTexts = (runId: string): TextsAtHand => ({
  input: shownText("receipt-input"),
  output: shownText("receipt-output"),
  stored: findStoredOutput(runId),
});

function shownText(id: string): unknown {
  const text = document.querySelector(`#${id} pre`)?.textContent;
  return text === undefined || text === null ? undefined : JSON.parse(text);
}

function findStoredOutput(runId: string): unknown {
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
