// Which way imports point, one sentence each. Run: npm run arch
require("./.dependency-cruiser-parsing.cjs");

const TESTS = "\\.test\\.tsx?$|(^|/)testing/";
const EDGES = "^(app|api|components|processes|cli|checks|e2e)/";
const REPOSITORY = "(^|/|-)repository\\.ts$";
const DATABASE = "^lib/db/";

/**
 * The rooms of lib by floor, the highest first. A room may import rooms of the floors below it, and on its own floor
 * those that stand after it; nothing else. So no two rooms need each other, and types count.
 */
const FLOORS = [
  ["duties", "web"],
  ["ownership", "moderation", "catalogue", "publishing", "running"],
  ["search", "audits", "advisories", "registry", "payments", "identity"],
  ["log", "chain", "platform", "db"],
  ["conversion", "vetting", "package", "skill-format", "kernel"],
];

/** The one rule of the floors: for each room, one entry for each room that stands above it or before it. */
const DOWNWARD = FLOORS.flatMap((rooms, below) =>
  rooms.flatMap((room, place) => {
    const floorOf = (index) => FLOORS.length - 1 - index;
    const higher = FLOORS.slice(0, below).flatMap((names, index) => names.map((name) => [name, index]));
    const before = rooms.slice(0, place).map((name) => [name, below]);
    return [...higher, ...before].map(([name, index]) => ({
      name: `${room} (floor ${floorOf(below)}) imports ${name} (floor ${floorOf(index)})`,
      comment: "A room imports rooms below it, or after it on its own floor. Types count.",
      severity: "error",
      from: { path: `^lib/${room}/`, pathNot: TESTS },
      to: { path: `^lib/${name}/` },
    }));
  }),
);

/** Code of lib that a browser runs too: it draws nothing from the server, and what it needs is as small as itself. */
const RUNS_IN_BROWSERS = [
  "platform/i18n/",
  "kernel/(json/|clock\\.ts$)",
  "web/documents/(guides|picture-address)\\.ts$",
  "skill-format/(index|issues/(count-issues|call-obstacles)|fixes/apply-edits)\\.ts$",
  "package/(by-products|propose-root)\\.ts$",
  "audits/bond/assert-deposit-signed\\.ts$",
  "conversion/call-command\\.ts$",
  "payments/transactions/(prepare-payment|not-as-shown)\\.ts$",
  "chain/solana/transaction\\.ts$",
  "registry/(views|differences/assert-step)\\.ts$",
  "vetting/access-kinds\\.ts$",
];
/** A component on the server may ask who looks at the page: handing that through every page would name it everywhere. */
const WHO_LOOKS = "web/auth/current-actor\\.ts$";

module.exports = {
  forbidden: [
    ...DOWNWARD,
    {
      name: "no-cycles",
      comment: "A module can be read, tested and moved without those that need it. Types count.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "every-room-has-a-floor",
      comment: "A folder of lib that FLOORS does not name could import whatever it likes.",
      severity: "error",
      from: { path: "^lib/", pathNot: `^lib/(${FLOORS.flat().join("|")})/|${TESTS}` },
      to: {},
    },
    {
      name: "everything-resolves",
      comment: "An import that leads nowhere fails at a customer's, not here.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "formats-are-pure",
      comment:
        "Reading skills and packages depends on nothing of ours, so that anybody can reuse and check it.",
      severity: "error",
      from: { path: "^lib/(skill-format|package)/", pathNot: TESTS },
      to: { path: "^(lib|app|api|components|processes|cli|scripts)/", pathNot: "^lib/$1/" },
    },
    {
      name: "only-repositories-know-prisma",
      comment:
        "Who asks the database what can be found in one place: lib/db, files named repository, and SQL for them.",
      severity: "error",
      from: {
        path: "^(lib|app|api|components|processes|cli)/",
        pathNot: `${DATABASE}|${REPOSITORY}|-sql\\.ts$|${TESTS}`,
      },
      to: { path: "^lib/db/generated|^node_modules/(@prisma|\\.prisma|pg)/" },
    },
    {
      name: "a-repository-belongs-to-its-domain",
      comment:
        "A room asks another one through its use cases; the types of its answers are in a file of their own.",
      severity: "error",
      from: { path: "^lib/([^/]+)/", pathNot: TESTS },
      to: { path: REPOSITORY, pathNot: "^lib/$1/" },
    },
    {
      name: "edges-hold-no-queries",
      comment:
        "Pages, routes and commands call use cases; a query in one of them is a rule nobody else keeps.",
      severity: "error",
      from: { path: "^(app|api|components|cli|processes)/", pathNot: TESTS },
      to: { path: REPOSITORY },
    },
    {
      name: "edges-hold-no-transactions",
      comment: "What belongs together in the database is decided in lib, where both edges find it.",
      severity: "error",
      from: { path: "^(app|api|components|cli)/", pathNot: TESTS },
      to: { path: DATABASE },
    },
    {
      name: "lib-looks-inward",
      comment: "The product runs without its edges; only its tests start what scripts start.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(testing/|architecture\\.test\\.ts$)" },
      to: { path: `${EDGES}|^scripts/` },
    },
    {
      name: "core-has-no-framework",
      comment:
        "The web framework can be replaced without touching a rule: only sign-in and translation know it.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(web/auth|platform/i18n)/" },
      to: { path: "^node_modules/(next|next-auth|next-intl|react|react-dom|hono|@hono)/" },
    },
    {
      name: "components-get-data-handed",
      comment:
        "A component shows what it is given: of lib it uses types, texts, formatting, what a browser can run, and who looks at the page.",
      severity: "error",
      from: { path: "^components/", pathNot: TESTS },
      to: {
        path: "^lib/",
        pathNot: `^lib/(${[...RUNS_IN_BROWSERS, WHO_LOOKS].join("|")})|(^|/)schema\\.ts$`,
        dependencyTypesNot: ["type-import"],
      },
    },
    {
      name: "components-know-no-pages",
      comment: "A component can stand on any page; what a form sends to is handed to it.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^(app|api|processes|cli)/" },
    },
    {
      name: "edges-are-apart",
      comment:
        "Pages read lib and not the agent API, and the agent API knows no pages: each can be deployed alone.",
      severity: "error",
      from: { path: "^(app|api)/" },
      to: { path: "^(app|api|processes|cli)/", pathNot: "^$1/" },
    },
    {
      name: "agents-get-no-markup",
      comment: "The agent API answers data; it draws nothing.",
      severity: "error",
      from: { path: "^api/" },
      to: { path: "^components/|^node_modules/(react|react-dom|next)/" },
    },
    {
      name: "the-client-knows-no-server",
      comment:
        "Programs use a market by its HTTP API alone: the client takes packages, the payment's form, its limits and readers of answers from lib, nothing else.",
      severity: "error",
      from: { path: "^client/", pathNot: TESTS },
      to: {
        path: "^(app|api|components|processes|cli|scripts|lib)/",
        pathNot:
          "^lib/(package/|kernel/json/read-answer\\.ts$|payments/limits/(decide-spending|spending-statement)\\.ts$|payments/quotes/read-quote\\.ts$|payments/transactions/(prepare-payment|not-as-shown|check-transaction)\\.ts$|chain/solana/transaction\\.ts$)",
        dependencyTypesNot: ["type-import"],
      },
    },
    {
      name: "the-client-serves-commands",
      comment:
        "Only the command line and programs of others use the client; the market does not call itself over HTTP.",
      severity: "error",
      from: { path: "^(lib|app|api|components|processes)/", pathNot: TESTS },
      to: { path: "^client/" },
    },
    {
      name: "scripts-are-not-imported",
      comment: "Scripts run before anything is built; only the start of the tests shares them.",
      severity: "error",
      from: { pathNot: "^(scripts|lib/testing)/" },
      to: { path: "^scripts/" },
    },
    {
      name: "product-uses-no-test-code",
      comment: "What exists for tests is never in the way of a customer.",
      severity: "error",
      from: { path: "^(lib|app|api|components|processes|cli)/", pathNot: TESTS },
      to: { path: "\\.test\\.tsx?$|(^|/)testing/" },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules|^lib/db/generated" },
    webpackConfig: { fileName: `${__dirname}/.dependency-cruiser-parsing.cjs` },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
