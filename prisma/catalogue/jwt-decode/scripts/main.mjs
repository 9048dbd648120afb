// Decode a JSON Web Token and review its header and time claims. The signature is never verified.
const MAX_BYTES = 40_000;
const MAX_TOKEN = 16_000;
const ONE_YEAR = 365 * 24 * 3600;
const TIME_CLAIMS = ["iat", "nbf", "exp", "auth_time"];

class InputError extends Error {}

function decodePart(part, name) {
  if (!/^[A-Za-z0-9_-]+$/.test(part) || part.length % 4 === 1) {
    throw new InputError(`the ${name} is not base64url (letters, digits, "-" and "_", without "=")`);
  }
  const bytes = Buffer.from(part, "base64url");
  let value;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new InputError(`the ${name} does not hold UTF-8 JSON`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new InputError(`the ${name} must hold a JSON object`);
  }
  return value;
}

const isTime = (value) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 8.64e12;
const iso = (seconds) => new Date(seconds * 1000).toISOString();

function headerIssues(header, signature) {
  const issues = [];
  const add = (code, message) => issues.push({ code, message });
  const algorithm = header.alg;
  if (typeof algorithm !== "string") add("ALG_MISSING", "The header names no algorithm.");
  else if (algorithm.toLowerCase() === "none") add("ALG_NONE", 'alg "none": anybody can write such a token.');
  else if (/^HS/.test(algorithm)) add("ALG_SHARED_SECRET", "HMAC: whoever verifies this token can also issue it.");
  if (!signature && String(algorithm).toLowerCase() !== "none") add("SIGNATURE_EMPTY", "The signature part is empty.");
  for (const key of ["jku", "x5u"]) {
    if (key in header) add("KEY_BY_URL", `The header points to a key by URL (${key}); accept only addresses you know.`);
  }
  if ("jwk" in header) add("KEY_EMBEDDED", "The header carries its own key; never verify with it.");
  if (typeof header.kid === "string" && /[\\/'";]|\.\./.test(header.kid)) {
    add("KID_SUSPICIOUS", "kid holds path or quote characters; treat it as untrusted text.");
  }
  if (Array.isArray(header.crit)) add("CRITICAL_EXTENSIONS", `Extensions that must be understood: ${header.crit.join(", ")}.`);
  return issues;
}

function claimIssues(payload, now) {
  const issues = [];
  const add = (code, message) => issues.push({ code, message });
  for (const claim of TIME_CLAIMS) {
    if (!(claim in payload)) continue;
    if (!isTime(payload[claim])) add("TIME_TYPE", `${claim} must be a number of seconds since 1970.`);
    else if (payload[claim] > 1e11) add("TIME_UNIT", `${claim} looks like milliseconds; the unit is seconds.`);
  }
  if (!("exp" in payload)) add("EXP_MISSING", "Without exp the token never expires.");
  if (isTime(payload.exp) && isTime(payload.iat)) {
    if (payload.exp <= payload.iat) add("EXP_BEFORE_IAT", "exp is not after iat.");
    else if (payload.exp - payload.iat > ONE_YEAR) add("LIFETIME_LONG", "The token lives longer than a year.");
  }
  for (const claim of ["iss", "aud", "sub"]) {
    if (!(claim in payload)) add("CLAIM_MISSING", `${claim} is missing.`);
  }
  if (now !== undefined && isTime(payload.iat) && payload.iat > now) add("IAT_FUTURE", "iat lies after the given time.");
  return issues;
}

function run(payload) {
  const { token, now } = payload;
  if (typeof token !== "string" || token.length > MAX_TOKEN) {
    throw new InputError(`token must be a text of at most ${MAX_TOKEN} characters`);
  }
  if (now !== undefined && (!Number.isInteger(now) || now < 0 || now > 253402300799)) {
    throw new InputError("now must be whole seconds since 1970");
  }
  const parts = token.trim().replace(/^Bearer\s+/i, "").split(".");
  if (parts.length === 5) throw new InputError("this is an encrypted token (JWE, five parts); only its key holder can read it");
  if (parts.length !== 3) throw new InputError(`a signed token has three parts separated by dots, this one has ${parts.length}`);
  if (parts[2] && !/^[A-Za-z0-9_-]+$/.test(parts[2])) throw new InputError("the signature is not base64url");
  const header = decodePart(parts[0], "header");
  const claims = decodePart(parts[1], "payload");
  const times = TIME_CLAIMS.filter((claim) => isTime(claims[claim])).map((claim) => [claim, iso(claims[claim])]);
  const state = (claim, test) => (now === undefined || !isTime(claims[claim]) ? null : test(claims[claim]));
  return {
    header,
    payload: claims,
    times: Object.fromEntries(times),
    expired: state("exp", (exp) => now >= exp),
    not_yet_valid: state("nbf", (nbf) => now < nbf),
    signature_bytes: Buffer.from(parts[2], "base64url").length,
    signature_verified: false,
    issues: [...headerIssues(header, parts[2]), ...claimIssues(claims, now)],
  };
}

async function readInput() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new InputError(`the input is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let payload;
  try {
    payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InputError("stdin must hold one JSON object");
  }
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) {
    throw new InputError("the input must be a JSON object");
  }
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  if (!(problem instanceof InputError)) throw problem;
  result = { error: problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
