import { buildZip } from "@/lib/package/testing/zip-builder";
import { expandText, readContent, readFiles } from "../../runner/conformance-case";
import { parseJson } from "@/lib/kernel/json/parse-json";

/** A request step, its variables filled in. */
export interface RequestStep {
  method: string;
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  /** A text of a case, in any of its forms, as are those of a file. */
  raw_body?: unknown;
  multipart?: Record<string, string | MultipartFile>;
  /** Address the caller has for the market; a proxy in front tells it. */
  ip?: string;
  confirm_if_form?: boolean;
}

interface MultipartFile {
  filename: string;
  text?: unknown;
  base64?: string;
  zip?: Record<string, unknown>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** Parsed when it is JSON, else null. */
  body: unknown;
}

/** Sends the request of a step; redirections are not followed, as a case looks at the first answer. */
export async function sendRequest(base: string, step: RequestStep): Promise<ApiAnswer> {
  const url = new URL(step.path, base);
  // Links in mails name the market's public address; here it is the same one.
  const { body, contentType } = bodyOf(step);
  const headers = new Headers(step.headers);
  if (contentType !== null && !headers.has("content-type")) headers.set("content-type", contentType);
  if (step.multipart) headers.delete("content-type");
  headers.set("x-forwarded-for", step.ip ?? "198.51.100.1");
  const answer = await receive(
    await fetch(url, {
      method: step.method,
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    }),
  );
  const confirmed = step.confirm_if_form ? confirmation(answer, url) : null;
  if (confirmed === null) return answer;
  return receive(
    await fetch(confirmed.url, {
      method: "POST",
      headers: { "x-forwarded-for": step.ip ?? "198.51.100.1", origin: url.origin },
      body: confirmed.body,
      redirect: "manual",
    }),
  );
}

function bodyOf(step: RequestStep): { body: BodyInit | null; contentType: string | null } {
  if (step.multipart) return { body: formOf(step.multipart), contentType: null };
  if (step.raw_body !== undefined) {
    // a text is sent as one: without a type of its own it then says text/plain
    const raw = readContent(step.raw_body);
    return { body: typeof raw === "string" ? raw : bytesOf(step.raw_body), contentType: null };
  }
  if (step.json === undefined) return { body: null, contentType: null };
  return { body: JSON.stringify(expandText(step.json)), contentType: "application/json" };
}

function formOf(parts: NonNullable<RequestStep["multipart"]>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === "string") form.set(name, part);
    else form.set(name, new Blob([contentOf(part)]), part.filename);
  }
  return form;
}

function contentOf({ text, base64, zip }: MultipartFile): Uint8Array<ArrayBuffer> {
  if (zip) return new Uint8Array(buildZip([...readFiles(zip)].map(([name, data]) => ({ name, data }))));
  return bytesOf(base64 === undefined ? (text ?? "") : { base64 });
}

function bytesOf(content: unknown): Uint8Array<ArrayBuffer> {
  const read = readContent(content);
  return new Uint8Array(typeof read === "string" ? Buffer.from(read) : read);
}

async function receive(response: Response): Promise<ApiAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    body: isJson ? parseJson(text) : null,
  };
}

/** The form of a page that only asks for confirmation, as a browser would send it; null when there is none. */
function confirmation({ text, status }: ApiAnswer, page: URL): { url: URL; body: URLSearchParams } | null {
  if (status !== 200) return null;
  const forms = text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis);
  const form = [...forms].find(([, attributes = ""]) => /method="post"/i.test(attributes));
  if (!form) return null;
  const [, attributes = "", inside = ""] = form;
  const body = new URLSearchParams();
  for (const [input] of inside.matchAll(/<(?:input|button)\b[^>]*>/gi)) {
    const name = attribute(input, "name");
    if (name !== null) body.append(name, attribute(input, "value") ?? "");
  }
  return { url: new URL(attribute(attributes, "action") || page.href, page), body };
}

const attribute = (tag: string, name: string) => {
  const found = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return found === undefined ? null : found.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
};
