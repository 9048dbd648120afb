// Review the security headers of an HTTP response given as text, without making any request.
const MAX_BYTES = 100_000;
const MAX_HEADERS = 200;
const WEIGHTS = { high: 20, medium: 10, low: 4, info: 0 };
const HALF_YEAR = 15_768_000;

class InputError extends Error {}

function parseHeaders(text) {
  const headers = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!line.trim() || /^HTTP\/[0-9.]+ /.test(line)) continue;
    if (/^[ \t]/.test(line) && headers.length) {
      headers.at(-1).value += " " + line.trim(); // obsolete line folding
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new InputError(`not a header line: ${JSON.stringify(line.slice(0, 60))}`);
    headers.push({ name, value: line.slice(colon + 1).trim() });
  }
  if (!headers.length || headers.length > MAX_HEADERS) throw new InputError(`headers must hold 1 to ${MAX_HEADERS} header lines`);
  return headers;
}

function checkTransport(get, add) {
  const value = get("strict-transport-security");
  if (value === undefined) return add("HSTS_MISSING", "high", "No Strict-Transport-Security: a first visit can be downgraded to HTTP.", "Strict-Transport-Security: max-age=31536000; includeSubDomains");
  const age = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,12})/i.exec(value);
  if (!age) add("HSTS_INVALID", "high", "Strict-Transport-Security has no max-age and is ignored.", "Add max-age=31536000.");
  else if (Number(age[1]) < HALF_YEAR) add("HSTS_SHORT", "low", `max-age is ${age[1]} seconds, less than half a year.`, "Raise max-age to 31536000.");
  if (age && !/includesubdomains/i.test(value)) add("HSTS_SUBDOMAINS", "info", "Subdomains are not covered.", "Add includeSubDomains when all of them serve HTTPS.");
}

function checkContentPolicy(get, add) {
  const value = get("content-security-policy");
  if (value === undefined) {
    const only = get("content-security-policy-report-only") !== undefined;
    return add("CSP_MISSING", "high", only ? "The policy is report-only: nothing is blocked." : "No Content-Security-Policy.", "Start with: default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'");
  }
  const policy = new Map();
  for (const part of value.split(";")) {
    const [name, ...sources] = part.trim().split(/\s+/);
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources.map((source) => source.toLowerCase()));
  }
  const scripts = policy.get("script-src") ?? policy.get("default-src");
  if (!scripts) add("CSP_SCRIPTS_OPEN", "high", "Neither script-src nor default-src: scripts may come from anywhere.", "Add script-src 'self'.");
  else {
    const guarded = scripts.some((source) => /^'(nonce-|sha(256|384|512)-)/.test(source));
    if (scripts.includes("'unsafe-inline'") && !guarded) add("CSP_UNSAFE_INLINE", "high", "'unsafe-inline' lets injected scripts run.", "Use nonces or hashes.");
    if (scripts.includes("'unsafe-eval'")) add("CSP_UNSAFE_EVAL", "medium", "'unsafe-eval' lets texts run as code.", "Remove 'unsafe-eval'.");
    const wide = scripts.find((source) => ["*", "https:", "http:", "data:", "https://*", "http://*"].includes(source));
    if (wide) add("CSP_WIDE_SOURCE", "high", `${wide} allows scripts from any host.`, "Name the hosts, or use 'strict-dynamic' with a nonce.");
  }
  if (!(policy.get("object-src") ?? policy.get("default-src"))?.includes("'none'")) add("CSP_OBJECT", "low", "Plug-in content is not closed off.", "Add object-src 'none'.");
  if (!policy.has("base-uri")) add("CSP_BASE", "low", "An injected <base> can redirect relative scripts.", "Add base-uri 'self'.");
  return policy.has("frame-ancestors");
}

function checkCookies(values, add) {
  for (const value of values) {
    const name = value.split("=", 1)[0].slice(0, 40);
    const has = (flag) => new RegExp(`;\\s*${flag}\\s*(?:;|$)`, "i").test(value);
    const sameSite = /;\s*samesite\s*=\s*(\w{1,10})/i.exec(value)?.[1].toLowerCase();
    if (!has("secure")) add("COOKIE_SECURE", "medium", `Cookie ${name} can travel over HTTP.`, "Add Secure.");
    if (!has("httponly")) add("COOKIE_HTTPONLY", "medium", `Cookie ${name} can be read by scripts.`, "Add HttpOnly unless a script needs it.");
    if (!sameSite) add("COOKIE_SAMESITE", "low", `Cookie ${name} leaves SameSite to the browser.`, "Add SameSite=Lax.");
    if (sameSite === "none" && !has("secure")) add("COOKIE_NONE_INSECURE", "medium", `Cookie ${name}: SameSite=None without Secure is refused.`, "Add Secure.");
    if (name.startsWith("__Host-") && (!has("secure") || !/;\s*path=\/\s*(?:;|$)/i.test(value) || /;\s*domain=/i.test(value))) add("COOKIE_PREFIX", "medium", `Cookie ${name} breaks the rules of its __Host- prefix.`, "Secure, Path=/ and no Domain are needed.");
  }
}

function checkRest(get, add, framed) {
  if (!framed && !/^(deny|sameorigin)$/i.test(get("x-frame-options") ?? "")) add("FRAMING", "medium", "Any site may put this page in a frame.", "Add frame-ancestors 'self' to the policy, or X-Frame-Options: SAMEORIGIN");
  if (!/^nosniff$/i.test(get("x-content-type-options") ?? "")) add("NOSNIFF", "medium", "Browsers may guess another content type.", "X-Content-Type-Options: nosniff");
  const referrer = get("referrer-policy");
  if (referrer === undefined) add("REFERRER_MISSING", "low", "No Referrer-Policy.", "Referrer-Policy: strict-origin-when-cross-origin");
  else if (/unsafe-url|no-referrer-when-downgrade/i.test(referrer)) add("REFERRER_LEAKY", "medium", "Full addresses are sent to other sites.", "Referrer-Policy: strict-origin-when-cross-origin");
  if (get("permissions-policy") === undefined) add("PERMISSIONS_MISSING", "low", "No Permissions-Policy.", "Permissions-Policy: camera=(), microphone=(), geolocation=()");
  if (get("cross-origin-opener-policy") === undefined) add("COOP_MISSING", "info", "No Cross-Origin-Opener-Policy.", "Cross-Origin-Opener-Policy: same-origin");
  if (get("access-control-allow-origin") === "*" && /^true$/i.test(get("access-control-allow-credentials") ?? "")) add("CORS_CREDENTIALS", "medium", "Origin * with credentials is refused by browsers; do not answer it by echoing every origin.", "List the origins.");
  if (/\d/.test(get("server") ?? "")) add("SERVER_VERSION", "low", `Server names a version: ${get("server").slice(0, 60)}`, "Drop the version.");
  if (get("x-powered-by") !== undefined) add("POWERED_BY", "low", `X-Powered-By: ${get("x-powered-by").slice(0, 60)}`, "Remove the header.");
  if (/^1/.test(get("x-xss-protection") ?? "")) add("XSS_FILTER", "info", "X-XSS-Protection is obsolete and can itself leak data.", "Remove it or set it to 0.");
  if (get("set-cookie") !== undefined && /public/i.test(get("cache-control") ?? "")) add("CACHE_COOKIE", "medium", "A response that sets a cookie is marked public.", "Cache-Control: private, no-store");
}

function run(payload) {
  if (typeof payload.headers !== "string") throw new InputError("headers must be a text with one header per line");
  const headers = parseHeaders(payload.headers);
  const all = (name) => headers.filter((header) => header.name === name).map((header) => header.value);
  const get = (name) => all(name)[0];
  const findings = [];
  const add = (code, severity, message, fix) => void findings.push({ code, severity, message, fix });
  checkTransport(get, add);
  checkRest(get, add, checkContentPolicy(get, add) === true);
  checkCookies(all("set-cookie"), add);
  const order = Object.keys(WEIGHTS);
  findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const score = Math.max(0, 100 - findings.reduce((sum, finding) => sum + WEIGHTS[finding.severity], 0));
  const grade = score >= 90 ? "A" : score >= 75 ? "B" : score >= 55 ? "C" : score >= 35 ? "D" : "F";
  return { score, grade, headers_seen: headers.length, findings };
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
