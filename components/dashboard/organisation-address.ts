export const ORGANISATIONS = "/dashboard/organisations";

/** The page where members of an organisation act for it, without a language; `name` may come from anybody. */
export const organisationPage = (name: string): string => `${ORGANISATIONS}/${encodeURIComponent(name)}`;

/** The page of a webhook: of an organisation, or the reader's own. */
export const webhookPage = (organisation: string | undefined): string =>
  organisation === undefined
    ? "/settings/webhook"
    : `/settings/webhook?for=${encodeURIComponent(organisation)}`;
