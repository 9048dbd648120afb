/** The cookie that ties a sign-in question to the browser that asked it. It opens no session by itself. */

const PLAIN_NAME = "emporion-sign-in";

const isHttps = (siteUrl: string) => siteUrl.startsWith("https:");

/** `__Host-` keeps another host of the same domain from planting the cookie; browsers accept it over https only. */
const cookieName = (siteUrl: string) => (isHttps(siteUrl) ? `__Host-${PLAIN_NAME}` : PLAIN_NAME);

/** The Set-Cookie value for a fresh question: out of reach of scripts and of other sites. */
export function challengeCookie(value: string, options: { siteUrl: string; maxAgeSeconds: number }): string {
  const { siteUrl, maxAgeSeconds } = options;
  const secure = isHttps(siteUrl) ? "; Secure" : "";
  return `${cookieName(siteUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The value of the cookie in a Cookie header; undefined when it is not there. */
export function readChallengeCookie(header: string | undefined, siteUrl: string): string | undefined {
  const start = `${cookieName(siteUrl)}=`;
  const parts = (header ?? "").split(";").map((part) => part.trim());
  return parts.find((part) => part.startsWith(start))?.slice(start.length);
}
