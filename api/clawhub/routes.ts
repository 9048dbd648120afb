import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import { addAccount, addCommandLine } from "@/api/clawhub/account";
import { addPackages } from "@/api/clawhub/packages";
import { addPublishing } from "@/api/clawhub/publishing";
import { addReading } from "@/api/clawhub/reading";
import { countClawhubRequests } from "@/api/clawhub/requests";
import { addScanning } from "@/api/clawhub/scanning";
import { addVerdicts } from "@/api/clawhub/verdicts";
import { addVerifying } from "@/api/clawhub/verifying";
import { sendCachedJson } from "@/api/frame/answer";
import type { ApiEnv } from "@/api/frame/context";
import { sendPlainError } from "@/api/frame/plain-error";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";

const DISCOVERY_SECONDS = 3600;

/** What the published `clawhub` client speaks: `/api/v1`, `/api/cli` and the document that names them. */
export function addClawhub(app: OpenAPIHono<ApiEnv>): void {
  for (const name of ["clawhub", "clawdhub"]) {
    app.get(`/.well-known/${name}.json`, (c) =>
      sendCachedJson(
        c,
        { apiBase: env().APP_URL, authBase: env().APP_URL, registry: env().APP_URL },
        DISCOVERY_SECONDS,
      ),
    );
  }
  app.route(
    "/api/v1",
    inPlainText(addPublishing, addScanning, addVerdicts, addVerifying, addPackages, addReading, addAccount),
  );
  app.route("/api/cli", inPlainText(addCommandLine));
}

function inPlainText(...parts: ((part: Hono<ApiEnv>) => void)[]): Hono<ApiEnv> {
  const part = new Hono<ApiEnv>();
  part.onError((error, c) => sendPlainError(c, error));
  part.use(countClawhubRequests);
  for (const add of parts) add(part);
  part.all("*", (c) => {
    throw new DomainError(
      "NOT_FOUND",
      `There is nothing under ${c.req.path.slice(0, 200)} for ${c.req.method}.`,
    );
  });
  return part;
}
