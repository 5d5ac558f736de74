/** kinora serve: the whole service in one process, until Ctrl-C. */
import { startApp, type App } from '../start/app.ts';
import { collectHeapLessOften } from '../start/heap-growth.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { systemClock } from '@kinora/shared/clock';
import { openLog } from '../../platform/log/log.ts';
import { flushSpans } from '../../platform/lib/trace/flush-spans.ts';
import { setupLinkLabel } from '@kinora/shared/text/setup-link-label';
import { exitCodes, type Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  description: 'Start the server: API and worker, with the built-in PostgreSQL unless DATABASE_URL is set.',
  options: {},
  run: async () => {
    const config = loadConfig();
    const interruption = firstSignal();
    logCrash(config);
    collectHeapLessOften();
    const app = await startApp(config, { warmUp: true });
    process.stdout.write(greeting(app, config));
    await interruption;
    process.stderr.write(
      `\nStopping. Tasks in progress have ${config.drainSeconds} seconds to finish; the others continue at the next start. Press Ctrl-C again to stop immediately.\n`,
    );
    await app.stop();
    await flushSpans();
    process.stderr.write('Stopped.\n');
    process.exit(exitCodes.ok);
  },
};

/**
 * An error that nothing handles ends the process. Node would print it with all of its
 * fields, which may quote a prompt.
 */
function logCrash(config: Config): void {
  process.once('uncaughtException', error => {
    openLog(config).fatal({ err: error }, 'unexpected error: Kinora ends');
    process.exit(exitCodes.failed);
  });
}

/**
 * A launcher passes on what a supervisor may send to every process of the group: the same
 * signal twice at the same time counts once.
 */
const sameSignalMs = 500;

/**
 * Resolves at the first SIGINT or SIGTERM, or when the launcher that started this process dies. The
 * second signal ends the process.
 */
function firstSignal(): Promise<void> {
  return new Promise(resolve => {
    let firstMs: number | undefined;
    const interrupt = () => {
      if (firstMs !== undefined && systemClock.now() - firstMs > sameSignalMs)
        process.exit(exitCodes.interrupted);
      firstMs ??= systemClock.now();
      resolve();
    };
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    process.once('disconnect', () => resolve());
    process.channel?.unref();
  });
}

function greeting(app: App, config: Config): string {
  const { address, monitoringAddress, consoleAddress, firstKeys, setupLink } = app;
  const lines = [
    address ? `Kinora is ready at ${address}` : 'Kinora worker is running.',
    `Data folder: ${config.dataDir}`,
    ...monitoringLine(config, monitoringAddress),
    '',
  ];
  if (!address) return lines.join('\n');
  if (firstKeys) {
    lines.push(
      'Your first tokens (shown only once):',
      `  image  ${firstKeys.image}`,
      `  video  ${firstKeys.video}`,
      '',
    );
  } else {
    lines.push('Tokens: npx kinora token list | npx kinora token create --group image|video', '');
  }
  if (setupLink) lines.push(setupLinkLabel, `  ${setupLink}`, '');
  else lines.push(`Console: ${consoleAddress}`, '');
  lines.push(
    ...examples({
      address,
      imageKey: firstKeys?.image ?? '<image token>',
      videoKey: firstKeys?.video ?? '<video token>',
      videoModel: config.defaultVideoModel,
    }),
  );
  if (config.role === 'api')
    lines.push(
      '',
      'This process serves requests only. Start another one with KINORA_ROLE=worker to run tasks.',
    );
  return `${lines.join('\n')}\n`;
}

/** The default address is not required: a second server on the machine runs without it. */
function monitoringLine({ monitoring }: Config, address: string | undefined): string[] {
  if (address) return [`Metrics and probes: ${address}/metrics, /livez, /readyz`];
  if (!monitoring) return [];
  return [
    `Metrics and probes: none, because port ${monitoring.port} is in use, by another Kinora or another program. Set KINORA_MONITORING_ADDRESS to another address, or to off.`,
  ];
}

interface ExampleValues {
  readonly address: string;
  readonly imageKey: string;
  readonly videoKey: string;
  readonly videoModel: string;
}

function examples({ address, imageKey, videoKey, videoModel }: ExampleValues): string[] {
  return [
    'Generate an image (submit, then poll with the ID in "result"):',
    `  curl -s ${address}/mj/submit/imagine -H 'Authorization: Bearer ${imageKey}' -H 'Content-Type: application/json' -d '{"prompt":"a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 16:9"}'`,
    `  curl -s ${address}/mj/task/<result>/fetch -H 'Authorization: Bearer ${imageKey}'`,
    '',
    'Generate a clip (create, poll until "completed", then download):',
    `  curl -s ${address}/v1/videos -H 'Authorization: Bearer ${videoKey}' -H 'Content-Type: application/json' -d '{"model":"${videoModel}","prompt":"sailboats on a lake at dawn","seconds":4}'`,
    `  curl -s ${address}/v1/videos/<id> -H 'Authorization: Bearer ${videoKey}'`,
    `  curl -sLo clip.mp4 ${address}/v1/videos/<id>/content -H 'Authorization: Bearer ${videoKey}'`,
  ];
}
