import type { ApiOperation } from "@/lib/web/documents/read-api-description";

/** True for an operation that answers nobody without an API key. */
export const needsKey = ({ security = [] }: ApiOperation): boolean =>
  security.length > 0 && security.every((way) => Object.keys(way).length > 0);
