import { stringify } from "yaml";
import { countCharacters, formatLamportsAsSol } from "@/lib/skill-format";

/** What a stub says of the skill it stands for. */
interface StubbedSkill {
  slug: string;
  description: string;
  version: string;
  priceLamports: string;
  packageDigest: string;
}

const MAX_DESCRIPTION_CHARACTERS = 1024;

/** A description as clients take it: not empty, one line, at most 1,024 characters, with room for what is added. */
export function shortDescription(description: string, addition = ""): string {
  // Three hyphens end the front matter for readers that do not look at quotes.
  const line = description.replaceAll(/\s+/g, " ").replaceAll(/-{3,}/g, "--").trim();
  const room = MAX_DESCRIPTION_CHARACTERS - countCharacters(addition);
  const characters = Array.from(line);
  const cut = characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : line;
  return `${cut}${addition}`;
}

/**
 * A SKILL.md that costs nothing and stands for a skill that does: it tells a model what a call costs, how it is paid
 * and made, and where the package is. Of the author's words it holds the description alone, quoted as data.
 */
export function writeSkillStub(skill: StubbedSkill, market: string): string {
  const { slug, version, priceLamports, packageDigest } = skill;
  const price = `${priceLamports} lamports (${formatLamportsAsSol(priceLamports)} SOL)`;
  const frontMatter = {
    name: slug,
    description: shortDescription(
      skill.description,
      ` Runs at ${market}; a call costs ${priceLamports} lamports.`,
    ),
    compatibility: "Needs HTTP access to the market it names, and a Solana wallet.",
    metadata: {
      market,
      version,
      "price-lamports": priceLamports,
      "package-digest": packageDigest,
    },
  };
  return `---\n${stringify(frontMatter, { lineWidth: 0 })}---\n${bodyOf({ slug, price, market })}`;
}

const bodyOf = ({ slug, price, market }: { slug: string; price: string; market: string }) => `# ${slug}

This skill is not installed here: it runs at ${market}, in a sandbox, and each call costs ${price}. Ask the person you
work for before you pay.

## Read what it takes

\`\`\`
curl ${market}/v1/agent/skills/${slug}/schema
\`\`\`

\`input_schema\` says what to send, \`examples\` what came back when the market last tried them.

## Pay and call

\`\`\`
emporion call ${slug} --market ${market} --input input.json --keypair wallet.json --max-lamports AMOUNT
\`\`\`

Or over HTTP: \`POST ${market}/v1/skills/${slug}/call\` with \`{"input": {…}}\`. It answers 402 with
\`WWW-Authenticate: Payment\` (method \`solana\`, intent \`charge\`, native lamports). Any client of the Machine Payments
Protocol pays it and repeats the request. Nobody pays for a refused input, and a call that fails for the skill's or the
market's fault runs again without paying. Every paid call has a signed receipt.

## The files

The published package can be read before anything is paid: \`${market}/v1/agent/skills/${slug}/download\`.
After a paid call, \`POST ${market}/v1/quotes/QUOTE/package-link\` gives an address this client can install the whole
package from; it works for one day.
`;
