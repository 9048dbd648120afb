// What a press of the form's buttons needs, and nothing before it: a page that is only read does not load it.
export { attemptCall } from "@/components/run/payment/attempt-call";
export { readDraft, readForForm, readInput } from "@/components/run/form/read-input";
export { RunLog } from "@/components/run/result/run-log";
export { toProblem } from "@/components/run/to-problem";
export { stepNumber } from "@/components/run/form/step-number";
