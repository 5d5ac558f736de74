/** A request as it was filled in: its address, and the same as code. */
import type { Operation, Parameter } from './document.ts';

export interface Filled {
  /** Of the parameters, by place and name: `query limit`. Empty: left out. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON text; empty: none. */
  readonly body: string;
}

export type SnippetLanguage = 'curl' | 'javascript' | 'python';

export function keyOf({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place} ${name}`;
}

/** Path and query. */
export function addressOf({ path, parameters }: Operation, { values }: Filled): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[`path ${name}`];
    return value ? encodeURIComponent(value) : whole;
  });
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = values[keyOf(parameter)] ?? '';
    if (parameter.in === 'query' && value !== '') query.set(parameter.name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Those that were filled in, and the body's type; not who asks. */
export function headersOf({ parameters }: Operation, { values, body }: Filled): Record<string, string> {
  const given = parameters
    .filter(parameter => parameter.in === 'header' && values[keyOf(parameter)])
    .map(parameter => [parameter.name.toLowerCase(), values[keyOf(parameter)] ?? '']);
  return { ...Object.fromEntries(given), ...(body !== '' && { 'content-type': 'application/json' }) };
}

/** Undefined: all that must be is there. Else what is missing. */
export function missingOf({ parameters }: Operation, { values }: Filled): string | undefined {
  return parameters.find(one => one.required && !values[keyOf(one)])?.name;
}

/** Undefined: it is JSON, or there is none. */
export function jsonFault(body: string): string | undefined {
  if (body === '') return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

interface Asked {
  readonly operation: Operation;
  readonly filled: Filled;
  /** Of this server, without a slash at the end. */
  readonly origin: string;
}

/** With a placeholder for the key: what is copied is safe to show. */
export function snippetOf(language: SnippetLanguage, asked: Asked): string {
  const { operation, filled, origin } = asked;
  const request = {
    method: operation.method,
    url: `${origin}${addressOf(operation, filled)}`,
    headers: { ...whoOf(operation), ...headersOf(operation, filled) },
    body: filled.body,
  };
  return writers[language](request);
}

function whoOf({ needs }: Operation): Record<string, string> {
  if (needs === 'nothing') return {};
  return needs === 'session'
    ? { cookie: 'kinora_session=<session>' }
    : { authorization: 'Bearer <your key>' };
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const writers: Readonly<Record<SnippetLanguage, (request: Request) => string>> = {
  curl: ({ method, url, headers, body }) =>
    [
      `curl -s${method === 'GET' || (method === 'POST' && body !== '') ? '' : ` -X ${method}`} '${url}'`,
      ...Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}'`),
      ...(body === '' ? [] : [`  -d '${body.replaceAll("'", String.raw`'\''`)}'`]),
    ].join(' \\\n'),
  javascript: ({ method, url, headers, body }) => {
    const parts = [
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      ...(Object.keys(headers).length > 0
        ? [`  headers: ${indented(JSON.stringify(headers, null, 2))},`]
        : []),
      ...(body === '' ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
    ];
    const init = parts.length > 0 ? `, {\n${parts.join('\n')}\n}` : '';
    return `const response = await fetch('${url}'${init});\nconsole.log(response.status, await response.json());`;
  },
  python: ({ method, url, headers, body }) => {
    const parts = [
      `    '${url}',`,
      ...(Object.keys(headers).length > 0
        ? [`    headers=${indented(JSON.stringify(headers, null, 2), 4)},`]
        : []),
      ...(body === '' ? [] : [`    json=${indented(toPython(body), 4)},`]),
    ];
    const call = `requests.${method.toLowerCase()}(\n${parts.join('\n')}\n)`;
    return `import requests\n\nresponse = ${call}\nprint(response.status_code, response.json())`;
  },
};

function indented(text: string, by = 2): string {
  return text.trim().replaceAll('\n', `\n${' '.repeat(by)}`);
}

/** Words of JSON that Python writes in another way; texts are left alone. */
function toPython(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, part => words[part] ?? part);
}
