/** Files in which a program keeps its user's credential for one service, with the hosts of that service. */
const SERVICE_FILES: readonly (readonly [file: RegExp, hosts: RegExp])[] = [
  [/[/\\~]\.aws[/\\]credentials/, /(?:^|\.)amazonaws\.com$/],
  [/\.config[/\\]gcloud|application_default_credentials\.json/, /(?:^|\.)(?:googleapis|google)\.com$/],
  [/\.config[/\\](?:gh[/\\]hosts\.yml|hub$|github-copilot)/, /(?:^|\.)github(?:copilot)?\.com$/],
  [/[/\\~]\.npmrc$/, /(?:^|\.)npmjs\.(?:org|com)$/],
  [/[/\\~]\.pypirc$/, /(?:^|\.)pypi\.org$/],
  [/[/\\~]\.docker[/\\]config\.json/, /(?:^|\.)docker\.(?:io|com)$/],
  [/[/\\~]\.(?:codex[/\\]auth\.json|openai[/\\]auth)/, /(?:^|\.)openai\.com$/],
  [/[/\\~]\.claude(?:[/\\]\.credentials)?\.json/, /(?:^|\.)(?:anthropic\.com|claude\.ai)$/],
  [/[/\\~]\.gemini[/\\]/, /(?:^|\.)googleapis\.com$/],
  [/huggingface[/\\]token/, /(?:^|\.)huggingface\.co$/],
  [/kaggle[/\\]kaggle\.json/, /(?:^|\.)kaggle\.com$/],
  [/[/\\~]\.databrickscfg/, /(?:^|\.)(?:azure)?databricks\.(?:com|net)$/],
  [/\.config[/\\]netlify/, /(?:^|\.)netlify\.com$/],
  [/\.config[/\\]heroku/, /(?:^|\.)heroku\.com$/],
  [/\.config[/\\]doctl/, /(?:^|\.)digitalocean\.com$/],
  [/\.config[/\\]wrangler/, /(?:^|\.)cloudflare\.com$/],
  [/\.cargo[/\\]credentials/, /(?:^|\.)crates\.io$/],
  [/\.terraform\.d[/\\]credentials/, /(?:^|\.)terraform\.io$/],
  [/\.(?:openclaw|clawdbot|moltbot)[/\\]/, /^(?:localhost|127\.0\.0\.1)$|(?:^|\.)clawhub\.(?:ai|com)$/],
];

/** True where a credential of these files goes to nobody but the service that it belongs to. */
export function staysWithService(path: string, hosts: readonly string[]): boolean {
  const own = SERVICE_FILES.find(([file]) => file.test(path))?.[1];
  return own !== undefined && hosts.length > 0 && hosts.every((host) => own.test(host));
}
