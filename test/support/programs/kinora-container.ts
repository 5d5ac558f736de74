/** A container of the image, started with the protections of docs/deploy/docker.md, and its PostgreSQL. */
import assert from 'node:assert/strict';
import { until } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';
import { podman, doesSucceed } from './podman.ts';

export interface KinoraContainer {
  readonly name: string;
  readonly url: string;
  readonly imageKey: string;
  readonly videoKey: string;
}

/**
 * Limits for every process in a container. Podman's own are higher than those of
 * an unprivileged test machine.
 */
export const limits = ['--ulimit=nofile=16384:16384', '--ulimit=nproc=8192:8192'];
const protections = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
const ports = ['--publish=127.0.0.1::4040'];

export interface ContainerOptions {
  readonly image: string;
  readonly name: string;
  /** Additional options of `podman run`. */
  readonly options: readonly string[];
  /** A container whose network it shares. The ports are published there. */
  readonly networkContainer?: string | undefined;
}

/** Started and healthy. Its tokens are empty if the data already existed. */
export async function startKinora({
  image,
  name,
  options,
  networkContainer,
}: ContainerOptions): Promise<KinoraContainer> {
  const network = networkContainer === undefined ? ports : [`--network=container:${networkContainer}`];
  atEnd(() => podman('rm', '--force', '--volumes', name));
  await podman('run', '--detach', `--name=${name}`, ...network, ...protections, ...limits, ...options, image);
  await untilHealthy(name);
  const url = await containerUrl(networkContainer ?? name);
  return { name, url, ...tokensIn(await podman('logs', name)) };
}

/** Requests the same as the health check of the image. */
export async function untilHealthy(name: string): Promise<void> {
  await until(
    () => doesSucceed('healthcheck', 'run', name),
    isHealthy => isHealthy,
  );
}

export const containerUrl = async (name: string): Promise<string> =>
  `http://${await podman('port', name, '4040')}`;

function tokensIn(log: string) {
  const token = (kind: string) => new RegExp(`${kind} +(kn_\\w+)`).exec(log)?.[1] ?? '';
  return { imageKey: token('image'), videoKey: token('video') };
}

/** Stops it like `docker stop`, and checks that nothing failed and nothing is left. */
export async function stopKinora(name: string): Promise<void> {
  await podman('stop', '--time=45', name);
  const state = await podman('inspect', '--format={{.State.Status}} {{.State.ExitCode}}', name);
  assert.equal(state, 'exited 0');
}

/**
 * A container of Debian's PostgreSQL, which listens on the shared network. The user is
 * `kinora`, without a password.
 */
export async function startPostgres(image: string, name: string): Promise<void> {
  atEnd(() => podman('rm', '--force', '--volumes', name));
  await podman('run', '--detach', `--name=${name}`, ...ports, ...limits, image);
  await until(
    () => doesSucceed('exec', name, 'pg_isready', '--quiet', '--host=127.0.0.1'),
    isReady => isReady,
  );
}

/** The image of `startPostgres`. */
export const postgresFile = (base: string): string => `
FROM ${base}
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql && rm -rf /var/lib/apt/lists/*
USER postgres
RUN /usr/lib/postgresql/*/bin/initdb --auth=trust --username=kinora --pgdata=/var/lib/postgresql/own
CMD exec /usr/lib/postgresql/*/bin/postgres -D /var/lib/postgresql/own -c listen_addresses=127.0.0.1
STOPSIGNAL SIGINT
`;
