export function describeSlowest(result: {
  stage: string;
  files?: readonly { file: string; ms: number }[];
}): string;
export function describeStages(
  results: readonly { stage: string; seconds: number; passed: number; failed: number }[],
): string;
