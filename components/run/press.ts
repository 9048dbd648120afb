// What a press of the form's buttons needs, and nothing before it: a page that is only read does not load it.
export { attemptCall } from "@/components/run/attempt-call";
export { readDraft, readForForm, readInput } from "@/components/run/read-input";
export { RunLog } from "@/components/run/run-log";
export { toProblem } from "@/components/run/to-problem";
export { stepNumber } from "@/components/run/step-number";
