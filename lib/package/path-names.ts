/**
 * The names that a package may hold. Nothing here is code: `refused-names.ts` reads it, for packing, uploads, vetting and
 * installing alike.
 *
 * A name that begins with a dot is refused unless it stands under HARMLESS. A name without one is refused when it stands
 * under READ_ON_SIGHT: some tool obeys it, or runs what it names, because somebody stands in its folder, opens it, or
 * uses an unrelated command there. What acts only when its own build or test is started (a Makefile, package.json, a
 * linter's script) may be in a package: that is code, and vetting reads it as code. So may texts that agents read
 * (AGENTS.md): they are judged like SKILL.md.
 */

/** Names that begin with a dot and may be in a package, written exactly so; why. `*` stands for any letters. */
export const HARMLESS: readonly (readonly [name: string, reason: string])[] = [
  [".gitignore", "names files that git leaves alone, and no program"],
  [".gitkeep", "is empty by custom: it keeps a folder in version control"],
  [".keep", "is empty by custom: it keeps a folder in version control"],
  [".npmignore", "names files that npm leaves out of a package, and no program"],
  [".dockerignore", "names files that an image is built without, and no program"],
  [".clawhubignore", "names files that the clawhub client leaves out, and no program"],
  [".editorconfig", "says how wide an indentation is, and names no program"],
  [".nojekyll", "is empty by custom: it tells a host of pages to build nothing"],
  [".env.example", "shows which settings there are; no tool loads a file of this name"],
  [".env.sample", "shows which settings there are; no tool loads a file of this name"],
  [".env.template", "shows which settings there are; no tool loads a file of this name"],
  [".env.dist", "shows which settings there are; no tool loads a file of this name"],
  [".env.*.example", "shows which settings there are; no tool loads a file of this name"],
  [".env.*.sample", "shows which settings there are; no tool loads a file of this name"],
  [".env.*.template", "shows which settings there are; no tool loads a file of this name"],
];

/** Commands that people and agents type in any folder; the shell of Windows looks for them in the folder itself first. */
const COMMON_TOOLS =
  "bash cargo claude cmd code codex curl gh git go java node npm npx pip pip3 pnpm powershell pwsh py python python3 rg sh ssh uv where".split(
    " ",
  );

/**
 * Names without a dot in front that tools read on sight, in lower case; who reads them, and what comes of it. `*` stands
 * for any letters, a slash at the end for a folder, a slash inside for the folder a file must lie in.
 */
export const READ_ON_SIGHT: readonly (readonly [reason: string, ...names: string[]])[] = [
  // Version control
  ["makes git take its folder for a repository, whose settings run programs", "head", "commondir", "gitdir"],
  [
    "belongs to the working copy of a version control, whose settings run programs",
    "_darcs/",
    "_svn/",
    "_mtn/",
  ],
  [
    "belongs to the working copy of a version control, whose settings name hosts",
    "cvs/root",
    "cvs/repository",
  ],
  [
    "names commands that run with every commit",
    "lefthook.yml",
    "lefthook.yaml",
    "lefthook.toml",
    "lefthook.json",
    "lefthook-local.*",
    "captainhook.json",
    "grumphp.yml",
    "simple-git-hooks.*",
  ],
  // Agents and their tools
  [
    "names tool servers that agents start",
    "mcp.json",
    "mcp.jsonc",
    "mcp_config.json",
    "mcp-config.json",
    "mcp_settings.json",
    "*_mcp_settings.json",
    "claude_desktop_config.json",
  ],
  [
    "holds settings of an agent, which name programs it starts",
    "opencode.json",
    "opencode.jsonc",
    "crush.json",
    "kilo.json",
    "kilo.jsonc",
    "codebuff.json",
    "conductor.json",
    "gemini-extension.json",
    "qwen-extension.json",
  ],
  ["names commands that agents run by themselves", "hooks/hooks.json"],
  // Shells and the programs they start
  [
    "is obeyed by mise as soon as a shell enters the folder",
    "mise.toml",
    "mise.*.toml",
    "mise/config.toml",
    "rtx.toml",
  ],
  [
    "is obeyed by every command of a language or tool in the folder",
    "rust-toolchain",
    "rust-toolchain.toml",
    "bunfig.toml",
    "pnpm-workspace.yaml",
    "uv.toml",
    "poetry.toml",
    "pdm.toml",
    "pip.conf",
    "pip.ini",
    "global.json",
    "nuget.config",
    "directory.build.*",
    "directory.packages.props",
    "directory.solution.*",
    "ansible.cfg",
    "php.ini",
    "gradle.properties",
    "gradle-wrapper.properties",
    "settings.gradle",
    "settings.gradle.kts",
    "init.gradle",
    "init.gradle.kts",
  ],
  ["is run by Python whenever it starts", "sitecustomize.py", "usercustomize.py", "*.pth", "*._pth"],
  ["holds compiled Python, which runs in the place of its source", "__pycache__/"],
  [
    "holds modules that run in the place of those that a program asks for",
    "node_modules/",
    "__pypackages__/",
  ],
  [
    "makes editors and shells take its folder for a Python to start",
    "pyvenv.cfg",
    "bin/activate",
    "scripts/activate",
  ],
  ["is run by MATLAB or Octave when it starts in the folder", "startup.m", "finish.m", "pathdef.m"],
  [
    "is run by a program for statistics when it starts in the folder",
    "profile.do",
    "autoexec.sas",
    "sasv9.cfg",
  ],
  ["is obeyed by latexmk or TeX whenever a text in the folder is set", "latexmkrc", "texmf.cnf"],
  [
    "is run by AutoCAD when a drawing in the folder is opened",
    "acad.lsp",
    "acad.fas",
    "acad.vlx",
    "acad.dvb",
    "acad.rx",
    "acad.arx",
    "acaddoc.*",
    "acadiso.lsp",
  ],
  ["is run by Maya when the folder is its project", "workspace.mel", "usersetup.py", "usersetup.mel"],
  [
    "is run by the shell of Windows in the place of the tool of that name",
    ...COMMON_TOOLS.flatMap((tool) => ["exe", "com", "bat", "cmd"].map((ending) => `${tool}.${ending}`)),
  ],
  // Editors
  [
    "is obeyed by an editor that opens it or its folder",
    "*.code-workspace",
    "*.sublime-project",
    "*.sublime-workspace",
    "*.xcworkspace/",
    "*.xcodeproj/",
    "*.iml",
    "*.ipr",
    "*.iws",
    "*.suo",
    "*.csproj.user",
    "*.vcxproj.user",
    "launchsettings.json",
    "omnisharp.json",
    "nbproject/project.xml",
    "_vimrc",
    "_gvimrc",
    "_exrc",
    "_viminfo",
    "_dir-locals.el",
    "_emacs",
  ],
  // Desktops, file managers and servers of pages
  [
    "is obeyed by Windows when the folder is shown",
    "desktop.ini",
    "folder.htt",
    "autorun.inf",
    "thumbs.db",
    "ehthumbs.db",
  ],
  [
    "points elsewhere, and a file manager follows it to show its picture",
    "*.lnk",
    "*.url",
    "*.website",
    "*.scf",
    "*.library-ms",
    "*.searchconnector-ms",
    "*.search-ms",
    "*.theme",
    "*.themepack",
    "*.desktop",
    "*.webloc",
    "*.inetloc",
    "*.fileloc",
  ],
  ["is offered to be run when a medium is opened", "autorun", "autorun.sh", "autoopen"],
  [
    "is registered by macOS as a program as soon as it is seen",
    "*.app/",
    "*.mdimporter/",
    "*.qlgenerator/",
    "*.prefpane/",
  ],
  [
    "is obeyed by a program of Windows in the folder",
    "*.exe.config",
    "*.exe.manifest",
    "*.exe.local",
    "*.exe.local/",
  ],
  ["is obeyed by a web server that serves the folder", "web.config"],
];
