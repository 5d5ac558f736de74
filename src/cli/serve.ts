/** kinora serve: the whole service in one process, until Ctrl-C. */
import { startApp, type App } from '../app.ts';
import { loadConfig, type Config } from '../config.ts';
import { exitCodes, type Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  says: 'Start the service (API and worker), with its own PostgreSQL unless DATABASE_URL is set.',
  options: {},
  run: async () => {
    const config = loadConfig();
    const interrupted = interruption();
    const app = await startApp(config);
    process.stdout.write(greeting(app, config));
    await interrupted;
    process.stderr.write(
      '\nStopping: what is in hand has ten seconds to finish, or goes on at the next start. Ctrl-C again stops at once.\n',
    );
    process.once('SIGINT', () => process.exit(exitCodes.interrupted));
    await app.stop();
    process.stderr.write('Stopped.\n');
    process.exit(exitCodes.ok);
  },
};

/** Resolves at the first SIGINT or SIGTERM, or when the launcher that started this process dies. */
function interruption(): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
    process.once('disconnect', () => resolve());
    process.channel?.unref();
  });
}

function greeting({ address, consoleAddress, firstKeys, setUpLink }: App, config: Config): string {
  if (!address) return `Kinora worker is running. Data folder: ${config.dataDir}\n`;
  const lines = [`Kinora is ready at ${address}`, `Data folder: ${config.dataDir}`, ''];
  if (firstKeys) {
    lines.push(
      'Your first tokens, shown this once:',
      `  image  ${firstKeys.image}`,
      `  video  ${firstKeys.video}`,
      '',
    );
  } else {
    lines.push('Tokens: npx kinora token list | npx kinora token create --group image|video', '');
  }
  if (setUpLink) lines.push('Open this once, within a day, to set it up:', `  ${setUpLink}`, '');
  else lines.push(`The Console: ${consoleAddress}`, '');
  lines.push(...examples(address, firstKeys?.image ?? '<image token>', firstKeys?.video ?? '<video token>'));
  if (config.role === 'api')
    lines.push(
      '',
      'This process only answers requests; start another with KINORA_ROLE=worker to do the work.',
    );
  return `${lines.join('\n')}\n`;
}

function examples(address: string, imageKey: string, videoKey: string): string[] {
  return [
    'A picture (submit; then ask with the id in "result"):',
    `  curl -s ${address}/mj/submit/imagine -H 'Authorization: Bearer ${imageKey}' -H 'Content-Type: application/json' -d '{"prompt":"a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 16:9"}'`,
    `  curl -s ${address}/mj/task/<result>/fetch -H 'Authorization: Bearer ${imageKey}'`,
    '',
    'A clip (create; ask until "completed"; download):',
    `  curl -s ${address}/v1/videos -H 'Authorization: Bearer ${videoKey}' -H 'Content-Type: application/json' -d '{"model":"sketch-motion","prompt":"sailboats on a lake at dawn","seconds":4}'`,
    `  curl -s ${address}/v1/videos/<id> -H 'Authorization: Bearer ${videoKey}'`,
    `  curl -sLo clip.mp4 ${address}/v1/videos/<id>/content -H 'Authorization: Bearer ${videoKey}'`,
  ];
}
