import {
  checkGroupKeys,
  checkText,
  findingAt,
  mapAt,
  quote,
  reportRequired,
  reportType,
  requireMap,
  textAt,
} from "../../fields";
import { readLamports } from "../../values/lamports";
import { isMissing, nodeAt } from "../../yaml/node";
import type { Check } from "../dialect";

/** Exo §2: `pricing.model`; `subscription` is known, and not supported yet (docs/dialects/differences.md). */
export const checkPricingModel: Check = ({ frontMatter }, report) => {
  const pricing = requireMap(frontMatter, "pricing", report);
  if (pricing === undefined) return;
  checkGroupKeys(pricing, "pricing", ["model", "price_lamports"], report);
  checkText(pricing, "pricing.model", report, { required: true });
  const model = textAt(pricing, "model");
  if (model === undefined || model === "per_call") return;
  const node = nodeAt(pricing, "model");
  if (model === "subscription") {
    const message = "subscription is not supported yet; only per_call can be sold";
    report(findingAt(node, { severity: "error", code: "FIELD_UNSUPPORTED", path: "pricing.model", message }));
  } else {
    const message = `${quote(model)} is not one of per_call, subscription`;
    report(findingAt(node, { severity: "error", code: "FIELD_ENUM", path: "pricing.model", message }));
  }
};

/** Exo §2: `pricing.price_lamports` is a whole number, 0 to 2^64-1. */
export const checkPrice: Check = ({ frontMatter }, report) => {
  const pricing = mapAt(frontMatter, "pricing");
  if (pricing === undefined) return;
  const path = "pricing.price_lamports";
  const node = nodeAt(pricing, "price_lamports");
  if (isMissing(node)) {
    reportRequired(node, path, report);
    return;
  }
  const reading = readLamports(node);
  if (reading.state === "type") reportType(node, path, "a number without quotes", report, "error");
  else if (reading.state !== "amount") {
    const allowed = "a whole number of lamports from 0 to 18446744073709551615";
    const found = node.kind === "scalar" ? node.source : "";
    const message = `${quote(found)} is not ${allowed}`;
    report(findingAt(node, { severity: "error", code: "FIELD_RANGE", path, message }));
  }
};
