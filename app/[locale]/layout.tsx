import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { faces } from "@/app/fonts";
import "@/app/styles/index.css";
import { THEME_SCRIPT } from "@/components/site/behaviour/theme";
import { PageBehaviour } from "@/components/site/page-behaviour";
import { shareCard } from "@/components/share-card/share-card-tags";
import { currentActor } from "@/lib/web/auth/current-actor";
import { env } from "@/lib/platform/config/env";
import { isLocale } from "@/lib/platform/i18n/paths";

/** Each page is made for whoever asks: the layout reads who that is, and the proxy has given it a nonce. */
export const dynamic = "force-dynamic";

interface LocaleParams {
  params: Promise<{ locale: string }>;
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f4ec" },
    { media: "(prefers-color-scheme: dark)", color: "#0c1314" },
  ],
};

export async function generateMetadata({ params }: LocaleParams): Promise<Metadata> {
  const { locale } = await params;
  if (!isLocale(locale)) return {};
  const t = await getTranslations({ locale, namespace: "common" });
  return {
    metadataBase: new URL(env().APP_URL),
    title: { default: t("site.title"), template: "%s – Emporion" },
    description: t("site.description"),
    openGraph: shareCard("Emporion"),
    twitter: { card: "summary_large_image" },
    manifest: "/manifest.webmanifest",
    icons: { icon: { url: "/favicon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
    formatDetection: { telephone: false },
  };
}

/** The document: language, faces, theme and the one script of the public pages. */
export default async function LocaleLayout({ children, params }: LocaleParams & { children: ReactNode }) {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  const actor = await currentActor();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const t = await getTranslations("common");
  return (
    <html lang={locale} className={faces} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          data-stays=""
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
        />
      </head>
      <body data-account={actor === null ? undefined : ""}>
        {children}
        <div id="announcements" className="vh" role="status" data-not-copied={t("copy.failed")} />
        <PageBehaviour />
      </body>
    </html>
  );
}
