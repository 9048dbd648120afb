/** Paths that tools are documented to read on sight, in words apart; whose they are. */
const DOCUMENTED: readonly (readonly [tool: string, paths: string])[] = [
  [
    "git",
    ".git .git/config .git/HEAD .git/hooks/pre-commit .git/info/attributes .gitmodules .gitconfig .gitattributes .githooks/pre-commit .git-blame-ignore-revs .gitmessage .lfsconfig a/b/.git/config",
  ],
  [
    "git, a repository without .git",
    "store/HEAD HEAD store/commondir store/gitdir Store/Head store/CommonDir docs/HEAD",
  ],
  ["Mercurial", ".hg/hgrc .hg/requires .hgsub .hgtags .hgignore"],
  [
    "Jujutsu, Sapling, Subversion",
    ".jj/repo/config.toml .jj/working_copy/type .sl/config .svn/wc.db .svn/entries",
  ],
  [
    "Bazaar, Darcs, Monotone, CVS, Fossil, Pijul",
    ".bzr/branch/branch.conf _darcs/prefs/defaults _MTN/monotonerc CVS/Root cvs/Repository src/CVS/Root .fslckout .pijul/config _svn/entries",
  ],
  [
    "hooks of version control",
    ".husky/pre-commit .pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml lefthook.yml lefthook.yaml lefthook.toml lefthook.json lefthook-local.yml .lefthook.yml .lefthook/pre-commit/a.sh captainhook.json grumphp.yml simple-git-hooks.json simple-git-hooks.cjs .simple-git-hooks.json .huskyrc .lintstagedrc .lintstagedrc.js .commitlintrc.js",
  ],
  [
    "Visual Studio Code",
    ".vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/mcp.json .vscode/extensions.json .VSCode/tasks.json x.code-workspace a/My.Code-Workspace .vscode-test.mjs .code-workspace",
  ],
  ["dev containers", ".devcontainer.json .devcontainer/devcontainer.json .devcontainer/a/devcontainer.json"],
  [
    "Visual Studio",
    ".vs/launch.vs.json .vs/tasks.vs.json a.suo a.csproj.user a.vcxproj.user Properties/launchSettings.json omnisharp.json .omnisharp/a.json",
  ],
  [
    "JetBrains",
    ".idea/workspace.xml .idea/runConfigurations/a.xml .run/a.run.xml .fleet/run.json a.iml a.ipr a.iws .junie/mcp/mcp.json .junie/guidelines.md",
  ],
  [
    "Eclipse, NetBeans, Xcode",
    ".project .classpath .settings/a.prefs .externalToolBuilders/a.launch nbproject/project.xml a.xcworkspace/contents.xcworkspacedata a.xcodeproj/project.pbxproj .swiftpm/config",
  ],
  [
    "Sublime Text, Zed, Helix, Kate",
    "a.sublime-project a.sublime-workspace .zed/settings.json .zed/tasks.json .helix/languages.toml .helix/config.toml .kateproject .kateconfig",
  ],
  [
    "Vim, Neovim, Emacs",
    ".vimrc .exrc .gvimrc .nvimrc .nvim.lua .lvimrc .local.vimrc _vimrc _exrc _gvimrc _viminfo .vim/vimrc .dir-locals.el .dir-locals-2.el _dir-locals.el _emacs .emacs .projectile",
  ],
  [
    "Claude Code",
    ".claude/settings.json .claude/settings.local.json .claude/hooks/a.sh .claude/commands/a.md .claude/agents/a.md .claude.json .claude-plugin/plugin.json .mcp.json hooks/hooks.json claude_desktop_config.json .claudeignore",
  ],
  [
    "Cursor, Windsurf",
    ".cursor/mcp.json .cursor/rules/a.mdc .cursor/hooks.json .cursor/environment.json .cursorrules .cursorignore .windsurf/rules/a.md .windsurfrules .codeium/config.json mcp_config.json",
  ],
  [
    "Codex, Gemini, Qwen",
    ".codex/config.toml .codex/hooks.json .gemini/settings.json .gemini/extensions/a.json gemini-extension.json .qwen/settings.json qwen-extension.json .geminiignore",
  ],
  [
    "opencode, Crush, Kilo, Roo, Cline",
    "opencode.json opencode.jsonc .opencode/plugin/a.ts .opencode.json crush.json .crush.json .crush/init kilo.json kilo.jsonc .kilocode/mcp.json .kilocodemodes .roo/mcp.json .roomodes .rooignore .cline/a.json .clinerules .clinerules/a.md cline_mcp_settings.json",
  ],
  [
    "Copilot, Amazon Q, Kiro, Trae, Augment, Factory",
    ".github/copilot-instructions.md .github/hooks/a.json .github/workflows/a.yml .github/agents/a.md .amazonq/mcp.json .amazonq/cli-agents/a.json .kiro/settings/mcp.json .kiro/hooks/a.hook .trae/mcp.json .trae/rules/a.md .augment/settings.json .factory/settings.json .factory/mcp.json",
  ],
  [
    "Aider, Goose, Continue, OpenHands, Amp, Warp",
    ".aider.conf.yml .aiderignore .aider.model.settings.yml .goosehints .goose/config.yaml .continue/config.json .continue/mcpServers/a.yaml .openhands/setup.sh .openhands_instructions .amp/settings.json .warp/workflows/a.yaml .rules conductor.json codebuff.json .agents/a.json .agent/a.md",
  ],
  [
    "tool servers",
    "mcp.json MCP.json servers/mcp.json mcp.jsonc mcp-config.json mcp_settings.json .mcp/a.json .mcpb/a",
  ],
  [
    "direnv, mise, asdf, shadowenv, autoenv",
    ".envrc .envrc.private .direnv/a .mise.toml .mise/config.toml .config/mise.toml .config/mise/config.toml mise.toml mise.local.toml mise.production.toml mise/config.toml rtx.toml .rtx.toml .tool-versions .shadowenv.d/a.lisp .autoenv .autoenv.zsh .in .out .flox/env/manifest.toml",
  ],
  [
    "settings with secrets",
    ".env .env.local .env.production .ENV .env.production.local .env_backup .netrc .pypirc .pgpass .my.cnf .htpasswd",
  ],
  [
    "shells",
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .kshrc .mkshrc .inputrc .config/fish/config.fish .screenrc .tmux.conf .curlrc .wgetrc .ssh/config .ssh/rc",
  ],
  [
    "node and its package managers",
    ".npmrc .yarnrc .yarnrc.yml .yarn/releases/a.cjs .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml bunfig.toml .bunfig.toml .nvmrc .node-version node_modules/a/index.js a/node_modules/.bin/a Node_Modules/x.js .noderc .node_repl_history .babelrc .babelrc.js .swcrc .mocharc.js .nycrc .taprc .ncurc.js",
  ],
  [
    "formatters and linters",
    ".prettierrc .prettierrc.js .prettierrc.toml .eslintrc .eslintrc.js .eslintrc.json .stylelintrc .stylelintrc.js .markdownlint-cli2.mjs .markdownlintrc .remarkrc.js .textlintrc .htmlhintrc .jshintrc .releaserc .releaserc.js .czrc .postcssrc .browserslistrc .clang-format .clang-tidy .clangd",
  ],
  [
    "Python",
    "sitecustomize.py usercustomize.py lib/SiteCustomize.py a.pth lib/x.PTH python311._pth python._pth pyvenv.cfg .venv/bin/python venv/bin/activate env/Scripts/activate .python-version .pythonrc.py .pylintrc .flake8 .pydistutils.cfg .pdbrc .pdbrc.py .coveragerc .isort.cfg .mypy.ini .style.yapf .pyre_configuration .ipython/profile_default/startup/a.py .jupyter/jupyter_notebook_config.py __pycache__/a.cpython-311.pyc a/__pycache__/b.pyc __PyCache__/c.pyc __pypackages__/3.11/lib/a.py pip.conf pip.ini uv.toml poetry.toml pdm.toml .pdm-python .pixi/config.toml .condarc",
  ],
  [
    "Rust, Go, Java, .NET, PHP",
    "rust-toolchain rust-toolchain.toml .cargo/config.toml .cargo/config .clippy.toml .rustfmt.toml .golangci.yml .goreleaser.yml .air.toml .mvn/jvm.config .mvn/extensions.xml .mvn/maven.config settings.gradle settings.gradle.kts init.gradle init.gradle.kts gradle.properties gradle/wrapper/gradle-wrapper.properties .gradle/init.d/a.gradle .sdkmanrc .java-version .jvmopts .sbtopts .scalafix.conf global.json NuGet.config nuget.config Directory.Build.props Directory.Build.targets Directory.Packages.props Directory.Solution.props .config/dotnet-tools.json .user.ini php.ini .php-cs-fixer.php .php-version",
  ],
  [
    "Ruby, Perl, R, Julia, MATLAB, Stata, SAS",
    ".rspec .rubocop.yml .irbrc .pryrc .bundle/config .ruby-version .simplecov .solargraph.yml .perltidyrc .perlcriticrc .proverc .Rprofile .Renviron .RData .Rproj.user/a .lintr .julia/config/startup.jl .octaverc startup.m finish.m pathdef.m profile.do autoexec.sas sasv9.cfg",
  ],
  [
    "TeX, debuggers and others",
    ".latexmkrc latexmkrc texmf.cnf .chktexrc .gdbinit .lldbinit .radare2rc .gnuplot .psqlrc .sqliterc .jq .ansible.cfg ansible.cfg .terraformrc .terraform/a .docker/config.json .buildkite/hooks/a .circleci/config.yml .gitlab-ci.yml .travis.yml .drone.yml .storybook/main.ts .expo/a.json .watchmanconfig .flowconfig .sentryclirc .netlify/state.json .vercel/project.json .aws/config .kube/config",
  ],
  [
    "AutoCAD, Maya",
    "acad.lsp acad.fas acad.vlx acad.dvb acad.rx acad.arx acaddoc.lsp acaddoc.fas acadiso.lsp drawings/ACAD.LSP workspace.mel userSetup.py userSetup.mel",
  ],
  [
    "Windows",
    "desktop.ini Desktop.INI folder.htt autorun.inf AutoRun.inf Thumbs.db ehthumbs.db a.lnk a.url a.website a.scf a.library-ms a.searchConnector-ms a.search-ms a.theme a.themepack a.exe.config a.exe.manifest a.exe.local a.exe.local/b.dll web.config git.exe git.cmd git.bat python.exe node.com npm.cmd bin/ssh.exe GIT.EXE",
  ],
  [
    "macOS and Linux desktops",
    ".DS_Store.x ._SKILL.md .localized .VolumeIcon.icns .fseventsd/a .Trashes/a a.app/Contents/Info.plist a.mdimporter/Contents/a a.qlgenerator/a a.prefPane/a a.webloc a.inetloc a.fileloc a.desktop .directory .hidden .xdg-volume-info .autorun autorun autorun.sh autoopen .autoopen .Trash-0/a .htaccess .nojekyll/a .keep/a .gitignore/a",
  ],
];

/** Spellings of a name that another file system takes for one of the documented ones. */
const SPELLED: readonly (readonly [why: string, path: string])[] = [
  ["another case", ".GIT/config"],
  ["another case, of a letter that is an I in capitals", ".g\u0131t/config"],
  ["another case, of a long s", "node_module\u017f/a.js"],
  ["a short name of Windows", "git~1/config"],
  ["a short name in capitals", "GIT~1/HEAD"],
  ["a second short name", "a/git~2/config"],
  ["a short name by its digest", "gi7eba~1"],
  ["a short name with an ending", "lefthk~1.yml"],
  ["a short name of a folder of settings", "vscode~1/tasks.json"],
  ["full-width letters", "\uff2e\uff4f\uff44\uff45_modules/a.js"],
  ["a full-width dot", "\uff0egit/config"],
  ["a one dot leader", "\u2024git/config"],
  ["three dots as one letter", "\u2026git"],
  ["a dot that looks smaller", "\ufe52git/config"],
  ["mathematical letters", "\u{1d407}EAD"],
  ["letters in circles", "\u24d7\u24d4\u24d0\u24d3"],
];

/** Spellings that no path may have for another reason too. */
export const SPELLED_OTHERWISE: readonly (readonly [why: string, path: string])[] = [
  ["a character that HFS+ leaves out", ".g\u200cit/config"],
  ["one at the beginning", "\u200c.git/config"],
  ["one at the end", ".git\ufeff/config"],
  ["one in a name without a dot", "HE\u200dAD"],
  ["a mark of direction", ".gi\u202et"],
  ["a dot at the end", ".git./config"],
  ["a blank at the end", ".git /config"],
  ["a dot and a blank at the end", "HEAD. "],
  ["a stream of NTFS", ".git::$INDEX_ALLOCATION/config"],
  ["a stream of another file", "HEAD:x"],
  ["a backslash", "a\\.git\\config"],
  ["a decomposed letter", ".e\u0301git"],
  ["another case, of the sign of Kelvin", "\u212ailo.json"],
];

/** Paths that no package holds, and whose they are. */
export const REFUSED_PATHS: readonly (readonly [tool: string, path: string])[] = [
  ...DOCUMENTED.flatMap(([tool, paths]) => paths.split(" ").map((path) => [tool, path] as const)),
  ...SPELLED,
];

/** Paths of honest packages that look like them. */
export const ALLOWED_PATHS: readonly string[] = [
  ..."SKILL.md README.md AGENTS.md CLAUDE.md LICENSE.txt LICENSE scripts/run.sh scripts/git.py bin/git git.js git.md".split(
    " ",
  ),
  ..."package.json package-lock.json pyproject.toml requirements.txt setup.py Makefile Dockerfile Cargo.toml go.mod".split(
    " ",
  ),
  ..."tsconfig.json eslint.config.mjs vite.config.ts conftest.py tests/test_a.py build.gradle pom.xml Gemfile".split(
    " ",
  ),
  ..."head.html head/index.tsx components/Head/Head.tsx HEAD.md ahead objects/a refs/b config hooks/pre.sh hooks.json".split(
    " ",
  ),
  ..."_meta.json _headers _config.yml __init__.py __main__.py a.pt a.pt2 model.onnx theme.css dark.theme.json".split(
    " ",
  ),
  ..."mcp.md mcp/server.py mcp.json.example opencode.md docs/settings.json settings.json config.toml a.app app/b x.apps".split(
    " ",
  ),
  ..."agents/openai.yaml evolution.json tools.yaml clawhub.json skill.json env/a.md venv/README.md env.example".split(
    " ",
  ),
  ..."draft~.md a~b.md longer-name~1.md a.git b.github x.gitignore notes..txt a...b git-1.md".split(" "),
  ..."说明/사용법.md café.md .gitignore a/.gitkeep .keep .npmignore .dockerignore .editorconfig .nojekyll".split(
    " ",
  ),
  ..."assets/template/.gitignore .env.example .env.sample .env.template .env.dist .env.local.example a/.env.production.template .clawhubignore".split(
    " ",
  ),
];
