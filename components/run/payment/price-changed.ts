/** Another price was quoted than the one on the page; nothing was signed. */
export class PriceChanged extends Error {}
