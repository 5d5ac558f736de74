/** Errors of the interfaces in the names of a tool: agents know only its arguments, and correct these. */
import { AppError } from '@kinora/shared/errors/errors';
import type { MakingTool, ToolArguments } from '../http/agent-tools/making-tool.ts';

/** Parameters of prompts that tools make of their arguments. */
const argumentOfParameter: Readonly<Record<string, string>> = {
  '--ar': 'aspect_ratio',
  '--model': 'model',
  '--seed': 'seed',
  '--bs': 'n',
  '--motion': 'motion',
  '--loop': 'loop',
  '--end': 'end_image',
};

/** The key of a call is an argument, not a header. */
const everywhere = { 'Idempotency-Key': 'request_key' } as const;

interface SentArguments {
  readonly maker: Pick<MakingTool, 'argumentOf'>;
  readonly values: ToolArguments;
}

export function nameArguments(error: AppError, { maker, values }: SentArguments): AppError {
  const fields: Readonly<Record<string, string>> = { ...everywhere, ...maker.argumentOf };
  const prompt = String(values['prompt'] ?? '');
  const toArgument = (name: string): string => {
    const [first = '', ...rest] = name.split('.');
    const argument = argumentOfParameter[name];
    // A parameter that the prompt has is called by its own name.
    if (argument !== undefined && values[argument] !== undefined && !prompt.includes(name)) return argument;
    return [fields[first] ?? first, ...rest].join('.');
  };
  const details = Object.entries(error.details).map(([key, detail]) =>
    nameKeys.includes(key) && typeof detail === 'string' ? [key, toArgument(detail)] : [key, detail],
  );
  return new AppError(error.code, Object.fromEntries(details), error.cause);
}

const nameKeys = ['param', 'parameter', 'other'];
