/** Packages that many know by name, and the names next to theirs that are honest packages too. */

export type Ecosystem = "python" | "node" | "cluster" | "other";

const KNOWN_INDEX =
  /(?:^|\.)(?:pypi\.org|pythonhosted\.org|pytorch\.org|nvidia\.com|npmjs\.org|npmjs\.com|yarnpkg\.com|jsr\.io|github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co|conda\.anaconda\.org|deno\.land|esm\.sh|unpkg\.com|jsdelivr\.net|skypack\.dev|rubygems\.org|crates\.io|googleapis\.com|google\.com|microsoft\.com|azure\.com|aliyun\.com|tuna\.tsinghua\.edu\.cn|ustc\.edu\.cn|tencent\.com|huaweicloud\.com|npmmirror\.com|kakao\.com|sourceforge\.net|apache\.org|eu\.org|openmmlab\.com|paddlepaddle\.org\.cn|pyg\.org|dgl\.ai|intel\.com|amd\.com|jetson-ai-lab\.io)$/;

/** True for an index or host that many packages are honestly installed from. */
export function isKnownIndex(host: string): boolean {
  return KNOWN_INDEX.test(host);
}

/** This machine, a place of the reader's own, or one that stands for it in an example. */
export function isOwnPlace(host: string): boolean {
  return (
    !host.includes(".") ||
    /^(?:localhost|127\.|10\.|192\.168\.|\[::1)|^(?:[\w-]+\.)*(?:example\.(?:com|org|net)|local|lan|internal|corp|test)$|(?:^|[.-])(?:your|my|company|internal)\b|[$<{]/.test(
      host,
    )
  );
}
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const POPULAR: Record<"python" | "node", readonly string[]> = {
  python:
    words(`requests urllib3 numpy pandas scipy matplotlib tensorflow pytorch-lightning scikit-learn beautifulsoup4 selenium
    django flask fastapi pydantic sqlalchemy cryptography paramiko pyyaml pillow opencv-python python-dateutil colorama jellyfish
    setuptools virtualenv poetry pytest httpx aiohttp websockets boto3 botocore openai anthropic langchain transformers tiktoken
    jupyter notebook ipython psycopg2 pymongo redis celery lxml scrapy playwright pyautogui pypdf pdfplumber openpyxl reportlab
    solana solders web3 eth-account bitcoinlib discord telethon tweepy python-telegram-bot certifi charset-normalizer`),
  node: words(`lodash express react-dom react-router typescript webpack vitest eslint prettier chalk commander axios dotenv
    mongoose sequelize nodemailer socket.io puppeteer playwright discord.js cross-env moment dayjs jquery bootstrap angular
    electron request uuid rimraf minimist async debug underscore body-parser jsonwebtoken bcrypt winston fastify nestjs
    @solana/web3.js web3 ethers bs58 openai langchain zod tailwindcss postcss autoprefixer next-auth prisma sharp cheerio`),
};
/** Honest packages that lie a slip beside one of those. */
const HONEST = new Set(words("fastai scapy lpython openi scrappy prima elint"));
const SHORTEST = 5;

/** True for a package that many know by name. */
export function isPopular(name: string, ecosystem: "python" | "node"): boolean {
  return POPULAR[ecosystem].includes(name);
}

/** A name that is one slip of a hurried typist away from a well-known one. */
export function findMisspelt(word: string, ecosystem: Ecosystem): { name: string; known: string } | null {
  if (ecosystem !== "python" && ecosystem !== "node") return null;
  const name = /^(@?[a-z0-9][\w./-]*?)(?:\[[^\]]*\])?(?:@[\w.^~-]*|[<>=!~^ ;].*)?$/i
    .exec(word)?.[1]
    ?.toLowerCase();
  if (name === undefined || name.length < SHORTEST || HONEST.has(name)) return null;
  const plain = ecosystem === "python" ? name.replace(/[_.]/g, "-") : name;
  const list = POPULAR[ecosystem];
  if (list.includes(plain)) return null;
  const known = list.find((each) => each.length > SHORTEST && isOneSlip(plain, each));
  return known === undefined ? null : { name, known };
}

/** Letters that one is easily taken for the other. */
const ALIKE = /^(?:il|li|1l|l1|i1|1i|o0|0o|mn|nm|\.-|-\.|_-|-_)$/;

/**
 * True if one slip makes one of the other: two letters turned around, one doubled or left out inside, or one taken for
 * another that looks like it. Other letters are exchanged by honest names too (`pandas`, `candas`).
 */
function isOneSlip(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1 || name === known) return false;
  let from = 0;
  while (from < name.length && name.charAt(from) === known.charAt(from)) from++;
  let rest = 0;
  while (rest < Math.min(name.length, known.length) - from && name.at(-1 - rest) === known.at(-1 - rest))
    rest++;
  const [a, b] = [name.slice(from, name.length - rest), known.slice(from, known.length - rest)];
  if (a.length === 2 && b.length === 2) return a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0);
  if (a.length === 1 && b.length === 1) return ALIKE.test(a + b);
  if (a.length === 1 && b === "") return /[a-z]/.test(a) && a === name.charAt(from - 1) && from < name.length;
  return a === "" && /^[a-z]$/.test(b) && from > 0 && rest > 0;
}
