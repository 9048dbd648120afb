/** A quote, or a payment, is not what its payer was shown. Nothing was signed, or what was signed has not left. */
export class NotAsShown extends Error {}
