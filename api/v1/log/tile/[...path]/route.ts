import { createRoute, z } from "@hono/zod-openapi";
import { defineOperation } from "@/api/context";
import { problems } from "@/api/schemas/problem";
import { DomainError } from "@/lib/kernel/errors";
import { parseTilePath, readTile } from "@/lib/transparency/tiles";

const segment = z.string().max(16);
const DESCRIPTION =
  "As C2SP tlog-tiles describes them, below the prefix `/v1/log`: `tile/<level>/<index>[.p/<width>]` is up to 256 hashes of 32 " +
  "bytes, `tile/entries/<index>[.p/<width>]` up to 256 entries, each after its length in two bytes. An index of more than three " +
  "digits is written `x001/234`. A tile never changes.";

/** Tiles have paths of two to four segments; the three operations differ in nothing else. */
function tileOperation(operationId: string, names: readonly string[]) {
  const route = createRoute({
    method: "get",
    path: `/v1/log/tile/{level}/${names.map((name) => `{${name}}`).join("/")}`,
    operationId,
    tags: ["Transparency"],
    summary: `A tile of the log (path of ${names.length + 1} segments)`,
    description: DESCRIPTION,
    request: {
      params: z.object({
        level: segment,
        ...Object.fromEntries(names.map((name) => [name, segment])),
      }),
    },
    responses: {
      200: {
        description: "The bytes of the tile.",
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
      ...problems("REQUEST_INVALID", "LOG_ENTRY_NOT_FOUND"),
    },
  });
  return defineOperation(route, async (c) => {
    const place = parseTilePath(c.req.path.split("/log/tile/")[1] ?? "");
    if (!place) throw new DomainError("LOG_ENTRY_NOT_FOUND", "This is not the path of a tile.");
    const bytes = await readTile(place);
    return c.body(Uint8Array.from(bytes).buffer, 200, {
      "content-type": "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
}

export const getLogTileOperation = tileOperation("getLogTile", ["index"]);
export const getPartialLogTileOperation = tileOperation("getPartialLogTile", ["index", "rest"]);
export const getDistantLogTileOperation = tileOperation("getDistantLogTile", ["index", "more", "rest"]);
