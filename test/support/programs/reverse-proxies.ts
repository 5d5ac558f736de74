/**
 * The reverse proxies of ops/, started with their sample configurations in front of a server, on free
 * ports, for https://localhost.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';
import { freePort } from '../servers/free-port.ts';

const run = promisify(execFile);
const ops = fileURLToPath(new URL('../../../ops/', import.meta.url));

export interface ReverseProxy {
  readonly port: number;
  /** The port for requests without TLS. */
  readonly plainPort: number;
  /** The certificate of the authority that issued the proxy's certificate. */
  readonly ca: string;
}

/** The programs that each of them needs on PATH. */
export const reverseProxies = {
  nginx: { programs: ['nginx', 'openssl'], start: startNginx },
  Caddy: { programs: ['caddy'], start: startCaddy },
};

async function startNginx(target: string): Promise<ReverseProxy> {
  const folder = await temporaryFolder();
  const [port, plainPort] = [await freePort(), await freePort()];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files]);
  const example = await readFile(join(ops, 'nginx/kinora.conf'), 'utf8');
  const site = example
    .replaceAll('/etc/letsencrypt/live/kinora.example.com', folder)
    .replaceAll('kinora.example.com', 'localhost')
    .replaceAll(/^ +listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:4040', new URL(target).host);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; pid ${folder}/pid; error_log stderr crit; events {}
    http { access_log off; ${paths.join(' ')} ${site} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  stopAtEnd(nginx, 'SIGTERM');
  const ca = await readFile(join(folder, 'fullchain.pem'), 'utf8');
  return answering({ port, plainPort, ca });
}

async function startCaddy(target: string): Promise<ReverseProxy> {
  const folder = await temporaryFolder();
  const [port, plainPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'] ?? '',
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    KINORA_SITE: `https://localhost:${port}`,
    KINORA_UPSTREAMS: new URL(target).host,
  };
  const example = join(ops, 'caddy/Caddyfile');
  const { stdout } = await run('caddy', ['adapt', '--adapter', 'caddyfile', '--config', example], { env });
  const config = JSON.parse(stdout);
  Object.assign(config, { admin: { disabled: true }, logging: { logs: { default: { level: 'ERROR' } } } });
  config.apps.http.http_port = plainPort;
  // The machine need not trust its authority.
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  await writeFile(join(folder, 'caddy.json'), JSON.stringify(config));
  const options = { env, stdio: 'inherit' } as const;
  // It would wait for the end of streams that a failed test left open.
  stopAtEnd(spawn('caddy', ['run', '--config', join(folder, 'caddy.json')], options), 'SIGKILL');
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  const ca = await until(
    () => readFile(root, 'utf8').catch(() => ''),
    text => text !== '',
  );
  return answering({ port, plainPort, ca });
}

/** Resolves once it forward requests. Before that, Caddy has not seen that the server is healthy. */
async function answering(proxy: ReverseProxy): Promise<ReverseProxy> {
  const ask = () =>
    callThrough(proxy, '/docs').then(
      ({ status }) => status,
      () => undefined,
    );
  await until(ask, status => status === 200);
  return proxy;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-proxy-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function stopAtEnd(child: ChildProcess, signal: NodeJS.Signals): void {
  atEnd(async () => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
}

export interface ProxyRequest extends RequestOptions {
  readonly key?: string;
  readonly json?: unknown;
  readonly body?: Uint8Array;
  /** Sends the headers and waits for the response before the body. */
  readonly keepsBody?: boolean;
}

/** The response, with its body unread. */
export async function openThrough(
  { port, ca }: ReverseProxy,
  path: string,
  { key, json, body, keepsBody = false, ...options }: ProxyRequest = {},
): Promise<IncomingMessage> {
  const outgoing = request({
    method: json === undefined ? 'GET' : 'POST',
    host: 'localhost',
    family: 4,
    port,
    path,
    ca,
    agent: false,
    ...options,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
  });
  const incoming = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  if (keepsBody) outgoing.flushHeaders();
  else outgoing.end(json === undefined ? body : JSON.stringify(json));
  return incoming;
}

export async function callThrough(proxy: ReverseProxy, path: string, options: ProxyRequest = {}) {
  const response = await openThrough(proxy, path, options);
  const bytes = await buffer(response);
  const isJson = response.headers['content-type']?.startsWith('application/json');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
  };
}
