// Reads what a page has set on `svc-client`.
import type { ClientConfig } from '@pestle/client/session';
import { readBoolean, readText } from '../attributes/plain-values.ts';
import { configuredApiUrl, configuredScopes } from '../configure.ts';
import type { RawAttributes } from '../shells/shell-body.ts';

export interface ReadConfig {
  /** Undefined when something that must be set is not; `problems` say what. */
  readonly config: ClientConfig | undefined;
  /** Whether the page wants to hear how much needs the person. */
  readonly attention: boolean;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const SETTINGS = 'See the settings of the application in the portal.';

export function readClientConfig(raw: RawAttributes, language: string | undefined): ReadConfig {
  const problems: string[] = [];
  const warnings: string[] = [];
  const text = (name: string): string | undefined =>
    readText(raw[name], (_path, message) => problems.push(`${name}: ${message}`)) ?? undefined;
  const flag = (name: string): boolean =>
    readBoolean(raw[name], false, (message) => warnings.push(`${name}: ${message}`));
  const required = (name: string, what: string, prefix: string): string => {
    const value = text(name);
    if (value?.startsWith(prefix) !== true)
      problems.push(`${name}: set ${what}, which begins with "${prefix}". ${SETTINGS}`);
    return value ?? '';
  };
  const apiUrl = text('api-url') ?? configuredApiUrl();
  if (apiUrl === undefined)
    problems.push('api-url: set the address of the service, or call configure({ apiUrl }).');
  const config: ClientConfig = {
    clientId: required('id', 'the id of your application', 'app_'),
    organization: required('org', 'the id of your organization', 'org_'),
    moreScopes: configuredScopes(),
    apiUrl: apiUrl ?? '',
    devMode: flag('dev-mode'),
    autoLogin: flag('auto-login'),
    redirectUri: text('redirect-uri'),
    redirectPath: text('redirect-path'),
    userId: text('user-id'),
    language,
  };
  const attention = flag('attention');
  return { config: problems.length === 0 ? config : undefined, attention, problems, warnings };
}

/** What needs another session when it changes. */
export function sessionKey({ clientId, organization, apiUrl, devMode }: ClientConfig): string {
  return JSON.stringify([clientId, organization, apiUrl, devMode]);
}
