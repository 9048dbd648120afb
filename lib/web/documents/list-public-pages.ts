import { ERROR_CODES } from "@/lib/kernel/error-codes";
import { listDialectDocuments } from "./dialect-documents";
import { GUIDES } from "./guides";
import { readApiDescription } from "./read-api-description";

const FIXED = [
  "/",
  "/skills",
  "/wanted",
  "/examples",
  "/audits",
  "/validate",
  "/docs",
  "/docs/api",
  "/docs/errors",
  "/docs/dialects",
  "/docs/marks",
];

/** Every public page that no skill is needed for, without a language. */
export function listPublicPages(): string[] {
  const operations = Object.values(readApiDescription().paths).flatMap((methods) => Object.values(methods));
  return [
    ...FIXED,
    ...GUIDES.map((guide) => `/docs/${guide}`),
    ...operations.map(({ operationId }) => `/docs/api/${operationId}`),
    ...listDialectDocuments().map(({ id }) => `/docs/dialects/${id}`),
    ...ERROR_CODES.map((code) => `/errors/${code}`),
  ];
}
