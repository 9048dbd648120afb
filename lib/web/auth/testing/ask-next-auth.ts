import NextAuth from "next-auth";
import { authOptions } from "@/lib/web/auth/auth-options";

export const SITE = "http://127.0.0.1:3000";
export type Cookies = Record<string, string>;

export interface Answer {
  status: number;
  /** Where the browser is led; null for nowhere. */
  location: string | null;
  body: Record<string, unknown>;
}

/** One request to next-auth itself, with the cookies of a browser. */
export async function ask(
  action: string[],
  cookies: Cookies,
  body: Record<string, string> = {},
  options = authOptions(),
  query: Record<string, string> = {},
): Promise<Answer> {
  const header = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const method = "csrfToken" in body ? "POST" : "GET";
  const headers = { host: new URL(SITE).host, cookie: header.join("; ") };
  const request = { method, headers, cookies, body, query: { ...query, nextauth: action } };
  const answer: Answer = { status: 200, location: null, body: {} };
  const setCookies: string[] = [];
  const finish = (content?: unknown) => Object.assign(answer, { body: content ?? {} });
  const response = {
    status: (status: number) => Object.assign(response, void Object.assign(answer, { status })),
    getHeader: () => setCookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name === "Location" && typeof value === "string") answer.location = value;
      if (name === "Set-Cookie" && Array.isArray(value)) setCookies.splice(0, Infinity, ...value);
      return response;
    },
    json: finish,
    send: finish,
    end: finish,
  };
  const handle = NextAuth as unknown as (...given: unknown[]) => Promise<unknown>;
  await handle(request, response, options);
  for (const set of setCookies) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies[name] = decodeURIComponent(value);
  }
  return answer;
}
