/**
 * Packages one address may have made into another format or for a platform: that takes up to seconds of a processor,
 * where the published one is only read. An office that installs some hundred skills is not in its way.
 */
export const CONVERSION_LIMIT = { name: "conversion", points: 240, durationSeconds: 600 };
