/** The filled-in request: its URL and its code examples. */
import type { Operation, Parameter } from './document.ts';

export interface FilledRequest {
  /** Parameter values by location and name: `query limit`. Empty values are omitted. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON text. Empty means no body. */
  readonly body: string;
}

export type SnippetLanguage = 'curl' | 'javascript' | 'python';

export function parameterKey({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place} ${name}`;
}

/** Path and query. */
export function fillAddress({ path, parameters }: Operation, { values }: FilledRequest): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[`path ${name}`];
    return value ? encodeURIComponent(value) : placeholder;
  });
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = values[parameterKey(parameter)] ?? '';
    if (parameter.in === 'query' && value !== '') query.set(parameter.name, value);
  }
  return query.size > 0 ? `${filledPath}?${query}` : filledPath;
}

/** The filled-in headers and the content type, without credentials. */
export function fillHeaders(
  { parameters }: Operation,
  { values, body }: FilledRequest,
): Record<string, string> {
  const headerEntries = parameters
    .filter(parameter => parameter.in === 'header' && values[parameterKey(parameter)])
    .map(parameter => [parameter.name.toLowerCase(), values[parameterKey(parameter)] ?? '']);
  return { ...Object.fromEntries(headerEntries), ...(body !== '' && { 'content-type': 'application/json' }) };
}

/** The missing required parameter. Returns undefined if the request is complete. */
export function findMissing({ parameters }: Operation, { values }: FilledRequest): string | undefined {
  return parameters.find(one => one.required && !values[parameterKey(one)])?.name;
}

/** Returns undefined if the body is valid JSON or empty. */
export function jsonFault(body: string): string | undefined {
  if (body === '') return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

interface SnippetInput {
  readonly operation: Operation;
  readonly draft: FilledRequest;
  /** The server's origin, without a trailing slash. */
  readonly origin: string;
}

/** The key is a placeholder, so the copied code is safe to share. */
export function writeSnippet(language: SnippetLanguage, input: SnippetInput): string {
  const { operation, draft, origin } = input;
  const request = {
    method: operation.method,
    url: `${origin}${fillAddress(operation, draft)}`,
    headers: { ...callerProps(operation), ...fillHeaders(operation, draft) },
    body: draft.body,
  };
  return writers[language](request);
}

function callerProps({ needs }: Operation): Record<string, string> {
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
        ? [`  headers: ${indentText(JSON.stringify(headers, null, 2))},`]
        : []),
      ...(body === '' ? [] : [`  body: JSON.stringify(${indentText(body)}),`]),
    ];
    const init = parts.length > 0 ? `, {\n${parts.join('\n')}\n}` : '';
    return `const response = await fetch('${url}'${init});\nconsole.log(response.status, await response.json());`;
  },
  python: ({ method, url, headers, body }) => {
    const parts = [
      `    '${url}',`,
      ...(Object.keys(headers).length > 0
        ? [`    headers=${indentText(JSON.stringify(headers, null, 2), 4)},`]
        : []),
      ...(body === '' ? [] : [`    json=${indentText(toPython(body), 4)},`]),
    ];
    const call = `requests.${method.toLowerCase()}(\n${parts.join('\n')}\n)`;
    return `import requests\n\nresponse = ${call}\nprint(response.status_code, response.json())`;
  },
};

function indentText(text: string, spaces = 2): string {
  return text.trim().replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** Replaces JSON literals that Python spells differently, except within strings. */
function toPython(json: string): string {
  const pythonLiterals: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, part => pythonLiterals[part] ?? part);
}
