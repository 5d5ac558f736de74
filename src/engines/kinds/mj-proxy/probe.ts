/**
 * Contacts a server. Nothing is generated: it is asked for a task that cannot exist, which
 * shows whether the key is right.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { somethingElse } from '../../adapter-kit/http/ask-probe.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import type { HttpResponse } from '../../adapter-kit/http/http-client.ts';
import { failureText } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import type { DialectName } from './dialects.ts';
import type { MjProxySettings } from './settings.ts';
import { isEmpty, openUpstream, isUnknownTaskAnswer, type Upstream } from './upstream.ts';

export async function probeMjProxy(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const upstream = openUpstream(access);
  const { dialect } = access.settings as MjProxySettings;
  try {
    await checkKey(upstream, signal);
    return {
      program: upstream.dialect.title,
      models: [],
      notes: await notesByDialect[dialect](upstream, signal),
    };
  } finally {
    upstream.client.close();
  }
}

async function checkKey(upstream: Upstream, signal: AbortSignal): Promise<void> {
  const { client, dialect } = upstream;
  const response = await upstream.sendProbe(signal);
  const { status } = response;
  if (status === 401 || status === 403)
    throw new EngineError('engine_unauthorized', reason('secret_rejected'));
  if (isUnknownTaskAnswer(response, dialect) || isEmpty(response) || (status === 404 && isOfKind(response)))
    return;
  const answerDetails = response.isOk ? somethingElse : { answer: status };
  const question = { program: dialect.title, path: '/mj/task/0/fetch', ...answerDetails };
  const advice = reason('url_up_to', { path: '/mj' });
  throw new EngineError('engine_error', reason('url_other', { ...question, advice }), {
    cause: failureText(response, client),
  });
}

/** Any server answers 404 to a path that it does not have, but not with a code. */
function isOfKind({ bytes }: HttpResponse): boolean {
  return z.looseObject({ code: z.number() }).safeParse(boundedJson(bytes)).success;
}

const list = z.array(z.looseObject({ enable: z.boolean().nullish() }));
const status = z.looseObject({
  data: z.looseObject({ version: z.string(), system_name: z.string().nullish() }),
});
const models = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

type Notes = (upstream: Upstream, signal: AbortSignal) => Promise<string[]>;

/** What an operator should know, as far as the server reports it. */
const notesByDialect: Readonly<Record<DialectName, Notes>> = {
  novicezk: async (upstream, signal) => {
    const accounts = await ask(upstream, '/mj/account/list', { shape: list, signal });
    const queue = await ask(upstream, '/mj/task/queue', { shape: list, signal });
    const enabled = accounts?.filter(({ enable }) => enable !== false).length;
    return [
      ...(accounts ? [`${enabled} of ${accounts.length} Discord accounts are enabled.`] : []),
      ...(queue ? [`${queue.length} tasks are in its queue.`] : []),
    ];
  },
  trueai: async () => [],
  'new-api': async (upstream, signal) => {
    const serverStatus = await ask(upstream, '/api/status', { shape: status, signal });
    return serverStatus ? [`It is new-api ${serverStatus.data.version}.`] : [];
  },
  kinora: async (upstream, signal) => {
    const modelList = await ask(upstream, '/v1/models', { shape: models, signal });
    return modelList
      ? [`Its token can use these models: ${modelList.data.map(({ id }) => id).join(', ')}.`]
      : [];
  },
};

interface Question<Shape extends z.ZodType> {
  readonly shape: Shape;
  readonly signal: AbortSignal;
}

/** Returns undefined if it does not tell. */
async function ask<Shape extends z.ZodType>(
  { client }: Upstream,
  path: string,
  { shape, signal }: Question<Shape>,
): Promise<z.infer<Shape> | undefined> {
  const response = await client.send({ path, signal, maxBytes: maxListBytes });
  return response.isOk ? shape.safeParse(boundedJson(response.bytes)).data : undefined;
}
