import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { startMarket } from "./stock-market";
import { newAddress } from "@/lib/testing/builders";

// Claude Code takes archives over https alone, and from no address of this machine: the market has a name, its
// certificate is one that clients are told to trust, and a proxy leads the name here.
const HOST = "market.example";

export interface HttpsMarket {
  /** What it calls itself. */
  url: string;
  /** Where this machine reaches it without the proxy. */
  plain: string;
  /** What a client needs in its environment to reach it under its name. */
  settings: Record<string, string>;
}

/** `startMarket`, under a name and behind TLS, as a market for others is. */
export async function startHttpsMarket(): Promise<HttpsMarket> {
  const plain = await startMarket();
  const url = `https://${HOST}`;
  Object.assign(process.env, {
    APP_URL: url,
    SOLANA_RPC_URL: "https://rpc.example",
    TREASURY_ADDRESS: newAddress(),
    SERVER_KEY: randomBytes(32).toString("hex"),
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
  });
  delete process.env["DEMONSTRATION"];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-tls-"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const certificate = path.join(folder, "cert.pem");
  const proxy = await leadHere(await startFront(plain, { folder, certificate }));
  return {
    url,
    plain,
    settings: {
      HTTPS_PROXY: proxy,
      NODE_USE_ENV_PROXY: "1",
      NODE_EXTRA_CA_CERTS: certificate,
      GIT_SSL_CAINFO: certificate,
    },
  };
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** TLS before the market. */
function startFront(
  plain: string,
  { folder, certificate }: { folder: string; certificate: string },
): Promise<number> {
  const key = path.join(folder, "key.pem");
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", certificate, ...subject], {
    stdio: "ignore",
  });
  const front = https.createServer(
    { key: fs.readFileSync(key), cert: fs.readFileSync(certificate) },
    (request, response) => {
      const { method, url: asked, headers } = request;
      const passed = http.request(`${plain}${asked ?? "/"}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    },
  );
  return listen(front);
}

/** A proxy that knows the way to the market and to nothing else. */
async function leadHere(port: number): Promise<string> {
  const server = http.createServer((_, response) => response.writeHead(403).end());
  server.on("connect", (request, client: net.Socket) => {
    client.on("error", () => client.destroy());
    if (request.url !== `${HOST}:443`) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const there = net.connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      there.pipe(client).pipe(there);
    });
    there.on("error", () => client.destroy());
  });
  return `http://127.0.0.1:${await listen(server)}`;
}
