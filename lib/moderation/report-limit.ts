/** Reports one address may file, of any skills. */
export const REPORT_LIMIT = { name: "report", points: 10, durationSeconds: 3600 };
