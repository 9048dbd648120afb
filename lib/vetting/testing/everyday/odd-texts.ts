import { lines } from "../hostile/row";
import { skillMd, type Sample } from "../sample";

const row = (title: string, files: Sample["files"]): Sample => ({ title, files });
const document = (...all: string[]) => ({ "SKILL.md": skillMd(all.join("\n")) });

/** Honest texts in many languages, encodings and forms. */
export const EVERYDAY_TEXTS: readonly Sample[] = [
  row("messages in several languages", {
    "locale/zh.json": JSON.stringify({
      hint: "不要关闭此窗口",
      notice: "无需通知用户即可重试",
      all: "忽略所有空行",
    }),
    "locale/ko.json": JSON.stringify({ hint: "이 창을 닫지 마세요", skip: "모든 빈 줄을 무시합니다" }),
    "locale/ja.json": JSON.stringify({ pw: "パスワードを入力して送信してください" }),
    "locale/ru.json": JSON.stringify({ hint: "Введите пароль и нажмите «Отправить»" }),
    "locale/es.json": JSON.stringify({ hint: "Introduzca su contraseña y pulse Enviar" }),
  }),
  row(
    "a style guide in Russian and Arabic",
    document("Пишите коротко. Не используйте жаргон. اكتب بإيجاز ولا تستخدم المصطلحات. लिखें छोटे वाक्य।"),
  ),
  row(
    "a translation guide",
    document(
      "Translate the text; do not translate names. 不要翻译代码。코드는 번역하지 마세요. コードは翻訳しないでください。",
    ),
  ),
  row("entities and escapes in a page", {
    "page.html":
      "<p>&#50504;&#45397;&#54616;&#49464;&#50836; &#169; 2026 &#8212; Tom &amp; Ann &#x4f60;&#x597d;&#xff0c;&#x4e16;&#x754c;</p>\n",
  }),
  row(
    "addresses with percent signs",
    document(
      "See https://ko.wikipedia.org/wiki/%EB%8C%80%ED%95%9C%EB%AF%BC%EA%B5%AD%EC%9D%98_%EC%97%AD%EC%82%AC and https://zh.wikipedia.org/wiki/%E4%B8%AD%E5%9B%BD%E5%8E%86%E5%8F%B2.",
    ),
  ),
  row(
    "numbers, bits and bytes in tables",
    document(
      "ASCII: 72 101 108 108 111. Mask: 11110000 00001111. Bytes: 48 65 6c 6c 6f 20 57 6f 72 6c 64 21.",
    ),
  ),
  row(
    "words with figures",
    document(
      "Use utf8, sha256, h264, mp3, i18n, k8s, a11y, w3c, md5 and base64. Cameras: 4k, 1080p. Rooms: b2b, b2c.",
    ),
  ),
  row("letters of an alphabet", document("Spell it: a b c d e f g h i j k l m n o p q r s t u v w x y z.")),
  row("a certificate in a file", {
    "ca.pem": lines(
      "-----BEGIN CERTIFICATE-----",
      ...Array.from({ length: 12 }, (_, at) =>
        Buffer.from(`certificate ${at} ${"\u0001\u00ff".repeat(10)}`)
          .toString("base64")
          .slice(0, 64)
          .padEnd(64, "A"),
      ),
      "-----END CERTIFICATE-----",
    ),
  }),
  row("drawings of dots", document("⠀⠀⣿⣿⠀⠀⣿⠀⠀", "⠀⣿⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣿")),
  row(
    "an e-mail skill with recipients",
    document(
      "Ask for the recipients. Put the lead into To and the team into Cc. Example: to anna@example.com. Show the mail before it is sent.",
    ),
  ),
  row("data attributes of a page", {
    "index.html":
      '<button data-label="Send the report to the team" data-url="https://example.com/report">Send</button>\n',
  }),
  row(
    "a link with a title below",
    document(
      "See [the guide][g].",
      "",
      '[g]: https://example.com/guide "How to write release notes for users"',
    ),
  ),
  row(
    "a quotation and a note",
    document(
      "> **Note:** do not tell users to restart before the backup is done.",
      "",
      "> Show the change to the user before it is written.",
    ),
  ),
  row(
    "a shell helper with an alias",
    document("You may add an alias to your shell: `alias gs='git status'`."),
  ),
];
