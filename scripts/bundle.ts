// What esbuild makes: programs for Node, and the scripts of pages that are sent without React.
import fs from "node:fs";
import path from "node:path";
import { build, stop, type BuildOptions, type BuildResult, type Metafile, type Plugin } from "esbuild";
import { OF_OPERATORS } from "./operator-commands.ts";

const PROCESSES = [
  "web",
  "worker",
  "runner",
  "ledger",
  "seed",
  "settings",
  "vetting-thread",
  "reading-thread",
];

type Built = BuildResult<{ metafile: true }>;
type EntryPoints = (string | { in: string; out: string })[];

/** The processes of the market and the commands of its operators, into `out`. */
export function bundleProcesses(out = "dist"): Promise<Built> {
  const processes = [...PROCESSES, ...OF_OPERATORS].map((name) => `processes/${name}.ts`);
  const migrate = { in: "scripts/migrate-database.ts", out: "migrate" };
  const schemas = { in: "lib/running/contract/schema-program.ts", out: "schema-program" };
  return bundlePrograms([...processes, migrate, schemas], out);
}

/**
 * Loaded before anything else, for packages look at NODE_ENV when they are loaded: what was built is a production, and
 * only a demonstration may say otherwise.
 */
const IN_PRODUCTION = `if (process.env.DEMONSTRATION !== "true" || !process.env.NODE_ENV) process.env.NODE_ENV = "production"`;

/** Programs for Node, into `out`: what is measured and what is started is made in the same way. */
export function bundlePrograms(entryPoints: EntryPoints, out: string): Promise<Built> {
  return bundle({
    entryPoints,
    outdir: out,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    banner: { js: `import ${JSON.stringify(`data:text/javascript,${encodeURIComponent(IN_PRODUCTION)}`)};` },
    sourcemap: true,
    logLevel: "warning",
  });
}

/** esbuild's own process would live, with some 130 MiB, as long as the market that was built with it. */
async function bundle(options: BuildOptions): Promise<Built> {
  try {
    return await build({ ...options, metafile: true });
  } finally {
    await stop();
  }
}

const PLAIN = ".next/static/plain";
const PLAIN_ENTRY = "components/site/behaviour/plain-page.ts";
const REACT = ["react", "react/jsx-runtime", "react-dom/client"];
const REACT_FILES = /^node_modules\/(react|react-dom|scheduler)\//;

/** The module of pages without React, beside Next's own files, under a name that changes with its content. */
export async function bundlePlainPages(): Promise<void> {
  fs.rmSync(PLAIN, { recursive: true, force: true });
  const { metafile } = await bundle({
    // React has chunks of its own, shared by the islands, so that it can be told from what is ours.
    entryPoints: [PLAIN_ENTRY, ...REACT],
    outdir: PLAIN,
    entryNames: "[hash]",
    chunkNames: "[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: {
      HAN_AND_HANGUL_FACES: JSON.stringify(facesSheet()),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    plugins: [iconSheet],
    logLevel: "warning",
  });
  const outputs = Object.entries(metafile.outputs);
  const address = ([file]: readonly [string, unknown]) => `/_next/static/plain/${path.basename(file)}`;
  const ofReact = ({ inputs }: Metafile["outputs"][string]) =>
    Object.keys(inputs).every((file) => REACT_FILES.test(file));
  const framework = outputs.filter(([, output]) => ofReact(output)).map(address);
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === PLAIN_ENTRY);
  if (!entry) throw new Error(`esbuild made nothing of ${PLAIN_ENTRY}`);
  fs.writeFileSync(".next/plain-page.json", JSON.stringify({ script: address(entry), framework }));
}

/** What `import sprite from "….svg"` gives in Next: the address of the file it has put away. */
const iconSheet: Plugin = {
  name: "icon-sheet",
  setup(build): void {
    build.onLoad({ filter: /\/icons\.svg$/ }, () => {
      const file = fs.readdirSync(".next/static/media").find((name) => /^icons\..+\.svg$/.test(name));
      if (!file) throw new Error("the sheet of icons is not among the files of the build");
      return { contents: JSON.stringify({ src: `/_next/static/media/${file}` }), loader: "json" };
    });
  },
};

/** The address of the sheet that Next made of components/site/han-and-hangul-faces.css and nothing else. */
function facesSheet(): string {
  const chunks = ".next/static/chunks";
  const sheets = fs.readdirSync(chunks).filter((name) => name.endsWith(".css"));
  const faces = sheets.filter((name) => {
    const text = fs.readFileSync(path.join(chunks, name), "utf8");
    return (
      text.includes("Noto Sans KR Variable") &&
      text.includes("Noto Sans SC Variable") &&
      !text.includes("body{")
    );
  });
  if (faces.length !== 1)
    throw new Error(`expected one sheet of Chinese and Korean faces, found ${faces.length}`);
  return `/_next/static/chunks/${faces[0]}`;
}
