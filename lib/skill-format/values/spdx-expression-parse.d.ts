declare module "spdx-expression-parse" {
  /** Throws for a text that is no SPDX expression. */
  export default function parse(expression: string): object;
}
