/**
 * The monitoring of a process: its listener, and what probes check. Opened before everything else and closed
 * last, so that `/livez` answers as long as the process lives, and `/readyz` reports that it starts or stops.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config, MonitoringSettings } from '../../platform/config/config.ts';
import { combineEvents, logEvents, type Events, type Log } from '../../core/operate/events.ts';
import { openReadiness, type Readiness } from '../../platform/lib/async/readiness.ts';
import { openMetrics, type Metrics, type WatchedDependencies } from '../../core/operate/metrics/metrics.ts';
import { openMonitoringServer } from '../../core/operate/metrics/monitoring-server.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { listeningAddress } from './addresses.ts';
import type { Cleanup } from './cleanup.ts';
import { addChecks, type CheckedDependencies } from './readiness-checks.ts';

/**
 * `stopping`: it still serves, so that balancers have time to notice that it is not ready.
 * `draining`: it takes nothing new.
 */
export interface ProcessState {
  phase: 'starting' | 'serving' | 'stopping' | 'draining';
}

export interface Monitoring {
  /** Undefined if there is no listener. */
  readonly address: string | undefined;
  readonly readiness: Readiness;
  /** Writes to the log and updates the metrics. */
  readonly events: Events;
  /** Reports a request to the metrics. Undefined if nothing is measured. */
  readonly reportRequest: Metrics['reportRequest'] | undefined;
  /** Makes probes and metrics read these parts from now on. */
  watch(parts: CheckedDependencies & WatchedDependencies): void;
}

export interface MonitoringStart {
  readonly config: Config;
  readonly log: Log;
  readonly state: ProcessState;
}

/** Throws StartError if the address that the operator set is not available. */
export async function beginMonitoring(
  { config: { monitoring, role }, log, state }: MonitoringStart,
  cleanup: Cleanup,
): Promise<Monitoring> {
  const readiness = openReadiness();
  readiness.add('process', () => (state.phase === 'serving' ? 'ok' : state.phase));
  const metrics = monitoring && openMetrics({ version: packageJson.version, role });
  cleanup.push(async () => metrics?.close());
  const watching = {
    readiness,
    events: metrics ? combineEvents(logEvents(log), metrics.events) : logEvents(log),
    reportRequest: metrics?.reportRequest,
    watch: (parts: CheckedDependencies & WatchedDependencies) => {
      addChecks(readiness, parts);
      metrics?.watch(parts);
    },
  };
  const address = metrics && (await serve({ readiness, metrics, address: monitoring, log }, cleanup));
  return { ...watching, address };
}

interface MonitoredServer {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly address: MonitoringSettings;
  readonly log: Log;
}

/** Returns where it listens, or undefined if the default address is taken. */
async function serve(
  { readiness, metrics, address, log }: MonitoredServer,
  cleanup: Cleanup,
): Promise<string | undefined> {
  const server = openMonitoringServer({ readiness, readMetrics: metrics.read });
  const problem = await listen(server, address);
  if (problem) {
    if (address.isRequired) throw problem;
    log.warn({ address: formatAddress(address) }, `no metrics and probes: ${problem.message}`);
    return undefined;
  }
  cleanup.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  return listeningAddress({ host: address.host, port });
}

async function listen(
  server: Server,
  address: { host: string; port: number },
): Promise<StartError | undefined> {
  try {
    server.listen(address);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code ?? message})`;
    return new StartError(
      `The address ${formatAddress(address)} for metrics and probes ${why}. Set KINORA_MONITORING_ADDRESS to another one, or to off.`,
      error,
    );
  }
}

function formatAddress({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
