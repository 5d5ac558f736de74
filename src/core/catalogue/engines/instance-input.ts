/** Checks the input of an operator for an instance against its kind. */
import { engineUrlFault } from '@kinora/shared/models/engine-url';
import { withoutSlashes } from '../../../platform/lib/text/without-slashes.ts';
import { reasonTexts } from '@kinora/shared/errors/reason';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { issueReason, parseInput } from '../../../platform/errors/issue-reason.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';

/** Throws AppError `field_invalid`, which names those of `allowedKinds`. */
export function kindNamed(
  kinds: readonly EngineKind[],
  kind: string,
  allowedKinds: readonly EngineKind[] = kinds,
): EngineKind {
  const engineKind = kinds.find(one => one.kind === kind);
  if (engineKind) return engineKind;
  throw fieldInvalid('kind', 'one_of', { allowed: allowedKinds.map(one => one.kind).join(', ') });
}

/** Fills in defaults. Throws AppError `field_invalid` for the first setting that is wrong. */
export function checkSettings(kind: EngineKind, settings: Readonly<Record<string, unknown>>): EngineSettings {
  const schema = kind.settings.strict();
  const parsed = parseInput(schema, settings);
  if (parsed.success) return parsed.data as EngineSettings;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (unknown !== undefined) {
    const allowedSettings = Object.keys(kind.settings.shape).join(', ') || '(none)';
    throw fieldInvalid(`settings.${unknown}`, 'setting_unknown', {
      kind: kind.kind,
      allowed: allowedSettings,
    });
  }
  throw new AppError('field_invalid', {
    param: ['settings', ...(issue?.path ?? [])].join('.'),
    ...reasonTexts(issueReason(issue, schema)),
  });
}

/**
 * The URL without a trailing slash, that of the kind if none is given, or undefined for kinds without one.
 * Throws AppError `field_invalid`.
 */
export function checkUrl(kind: EngineKind, requestedUrl: string | undefined): string | undefined {
  if (kind.address === 'none') {
    if (requestedUrl === undefined) return undefined;
    throw fieldInvalid('url', 'url_none', { kind: kind.kind });
  }
  const url = requestedUrl ?? kind.defaultUrl;
  if (url === undefined) throw fieldInvalid('url', 'url_required', { kind: kind.kind });
  const fault = engineUrlFault(url);
  if (fault) throw fieldInvalid('url', fault);
  return withoutSlashes(new URL(url).href);
}
