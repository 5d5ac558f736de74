/** Checks what an operator says of an instance against its kind. */
import { AppError } from '../errors.ts';
import type { EngineKind, EngineSettings } from '../engines/engine-kind.ts';

/** Throws AppError `field_invalid`. */
export function kindNamed(kinds: readonly EngineKind[], kind: string): EngineKind {
  const found = kinds.find(one => one.kind === kind);
  if (found) return found;
  throw invalid('kind', `expected one of ${kinds.map(one => one.kind).join(', ')}.`);
}

/** Fills in defaults. Throws AppError `field_invalid` for the first setting that is wrong. */
export function checkSettings(kind: EngineKind, settings: Readonly<Record<string, unknown>>): EngineSettings {
  const parsed = kind.settings.strict().safeParse(settings);
  if (parsed.success) return parsed.data as EngineSettings;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (unknown !== undefined) {
    const allowed = Object.keys(kind.settings.shape).join(', ') || '(none)';
    throw invalid(`settings.${unknown}`, `${kind.kind} has no such setting. Allowed: ${allowed}.`);
  }
  throw invalid(['settings', ...(issue?.path ?? [])].join('.'), `${issue?.message ?? 'invalid'}.`);
}

/** The URL without a trailing slash, or undefined for kinds without one. Throws AppError `field_invalid`. */
export function checkUrl(kind: EngineKind, url: string | undefined): string | undefined {
  if (kind.address === 'none') {
    if (url === undefined) return undefined;
    throw invalid('url', `engines of the kind ${kind.kind} have no URL.`);
  }
  if (url === undefined) throw invalid('url', `engines of the kind ${kind.kind} require one.`);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw invalid('url', 'expected an http or https URL, such as http://10.0.0.5:8188.');
  if (parsed.username || parsed.password)
    throw invalid('url', 'it must not contain a user name or password; use the secret.');
  if (parsed.search || parsed.hash) throw invalid('url', 'it must not have a query or a fragment.');
  return parsed.href.replace(/\/+$/, '');
}

export function invalid(param: string, reason: string): AppError {
  return new AppError('field_invalid', { param, reason });
}
