import localFont from "next/font/local";

/*
 * Served from here, about 100 kB in all. The stacks in tokens.css name the fallbacks with matching metrics. Text and
 * titles wait for their face a tenth of a second, and keep the fallback where it is later than three: lines that break
 * anew move the page.
 */

const serif = localFont({
  src: "../node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff2",
  weight: "500",
  display: "fallback",
  variable: "--face-serif",
  adjustFontFallback: false,
});

const sans = localFont({
  src: "../node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2",
  weight: "100 700",
  display: "fallback",
  variable: "--face-sans",
  adjustFontFallback: false,
});

const mono = localFont({
  src: [
    {
      path: "../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2",
      weight: "400",
    },
    {
      path: "../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2",
      weight: "500",
    },
  ],
  variable: "--face-mono",
  adjustFontFallback: false,
  preload: false,
});

/** Defines the three faces on the root element; the text and title faces are preloaded. */
export const faces = `${serif.variable} ${sans.variable} ${mono.variable}`;
