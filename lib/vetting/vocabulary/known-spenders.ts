/** Contracts that many programs are honestly allowed to spend for, in small letters. */
const KNOWN_SPENDERS = new Set([
  // Permit2 and the routers of Uniswap
  "0x000000000022d473030f116ddee9f6b43ac78ba3",
  "0x7a250d5630b4cf539739df2c5dacb4c659f2488d",
  "0xe592427a0aece92de3edee1f18e0157c05861564",
  "0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45",
  "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
  "0x66a9893cc07d91d95644aedd05d03f95e1dba8af",
  "0x2626664c2603336e57b271c5c0b26f421741e481",
  // 1inch, 0x, CoW, Sushi, Pancake
  "0x1111111254eeb25477b68fb85ed929f73a960582",
  "0x111111125421ca6dc452d289314280a0f8842a65",
  "0xdef1c0ded9bec7f1a1670819833240f027b25eff",
  "0xc92e8bdf79f0507f65a392b0ab4667716bfe0110",
  "0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f",
  "0x10ed43c718714eb63d5aa57b78b54704e256024e",
  // Aave, Seaport, the conduit of OpenSea
  "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2",
  "0x794a61358d6845594f94dc1db02a252b5b4814ad",
  "0x00000000000000adc04c56bf30ac9d3c0aaf14dc",
  "0x0000000000000068f116a894984e2db1123eb395",
  "0x1e0049783f008a0085193e00003d00cd54003c71",
]);

export function isKnownSpender(address: string): boolean {
  return KNOWN_SPENDERS.has(address.toLowerCase());
}
