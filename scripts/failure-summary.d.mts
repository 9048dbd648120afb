/** What a stage's output says of its failures, or its last lines; 150 lines at most. */
export function failureSummary(output: string): string;
