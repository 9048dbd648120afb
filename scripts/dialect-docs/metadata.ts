import { file, set, type DialectPage } from "./page";

export const metadataPage: DialectPage = {
  profile: "metadata",
  about: [
    "Skill Metadata has fields for the life of a skill: where it comes from, which version it is, and what its users taught it. Everything except name and description is optional. A skill with none of `source_url`, `source_hash`, `version`, `created_at`, `updated_at`, `evolution_enabled` is static.",
    "`evolution.json` beside SKILL.md contains experience: the lists of texts `preferences`, `fixes` and `contexts`, a text `custom_prompts`, a date-time `last_updated`, and `last_evolved_hash`. `emporion stitch` writes it into a section at the end of SKILL.md.",
  ],
  example: {
    frontMatter: `name: yt-dlp-wrapper
description: Downloads videos and their sound. Use when someone wants a video as a file.
source_url: https://github.com/yt-dlp/yt-dlp
source_hash: 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
version: 2024.01.15
created_at: 2026-01-23
updated_at: 2026-01-24
evolution_enabled: true
license: Unlicense
entry_point: scripts/wrapper.py
dependencies:
  - python>=3.8
  - ffmpeg
allowed-tools: Read, Grep
model: claude-opus-4-5`,
    body: "# Video download\n\nCall the script with the address.\n",
    files: { "scripts/wrapper.py": "print('ok')\n" },
  },
  tries: [
    ["`name: a--b`", set("name", "a--b")],
    ["`name: My_Skill`", set("name", "My_Skill")],
    ["a description of 9 characters", set("description", "Use it on")],
    ["`description: A tool for tables.`", set("description", "A tool for tables.")],
    ["`source_url: http://example.com/a`", set("source_url", "http://example.com/a")],
    ["a hash with letters beyond f", set("source_hash", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0")],
    ["`version: v1.0.0`", set("version", "v1.0.0")],
    ["`version: 2024.02.30`", set("version", "2024.02.30")],
    ["`created_at: 23.01.2026`", set("created_at", "23.01.2026")],
    ["`updated_at: 2026-01-22`", set("updated_at", "2026-01-22")],
    ["`entry_point: ../wrapper.py`", set("entry_point", "../wrapper.py")],
    ["an entry point that is not in the package", set("entry_point", "other.py")],
    ['`evolution.json`: `{"fixes": "text"}`', file("evolution.json", '{"fixes": "text"}')],
    [
      "an `evolution.json` beside `evolution_enabled: false`",
      (sample) => file("evolution.json", "{}")(set("evolution_enabled", "false")(sample)),
    ],
  ],
};
