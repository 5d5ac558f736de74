/**
 * A program for tests of the kind `command`: follows the instruction in the prompt of its job, then generates
 * images, a clip or an answer.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@kinora/shared/clock';

const folder = process.argv[2] ?? '';
const job = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
const pathInFolder = (name: string) => join(folder, name);
const wait = (ms: number) => systemClock.sleep(ms);
const finish = (result: object) => writeFileSync(pathInFolder('result.json'), JSON.stringify(result));

/** Libraries for media are loaded only by those that make some: that takes longer than all else. */
async function picture(): Promise<Buffer> {
  const { plainPicture } = await import('../media/plain-picture.ts');
  return plainPicture(job, '#36d').png().toBuffer();
}

/** Ends the program, or returns the action to run before the result. */
const deeds: Readonly<Record<string, () => void | Promise<void>>> = {
  hang: () => wait(600_000),
  'hang with a child': () => {
    const child = spawn('sleep', ['600'], { stdio: 'inherit' });
    writeFileSync(pathInFolder('child.pid'), String(child.pid));
    return wait(600_000);
  },
  'leave a child': () => {
    const child = spawn('sleep', ['600'], { stdio: 'inherit' });
    writeFileSync(process.env['CHILD_FILE'] ?? '', String(child.pid));
    child.unref();
  },
  fail: () => {
    process.stderr.write('out of memory\n');
    process.exit(3);
  },
  refuse: () => {
    finish({ error: 'not that', refused: true });
    process.exit(1);
  },
  'no result': () => process.exit(0),
  'half a result': () => {
    writeFileSync(pathInFolder('result.json'), '{"files": ["a');
    process.exit(0);
  },
  'too few': () => {
    finish({ files: [] });
    process.exit(0);
  },
  'no picture': () => {
    writeFileSync(pathInFolder('a.png'), 'none');
    finish({ files: ['a.png'] });
    process.exit(0);
  },
  escape: () => {
    finish({ files: ['../../../etc/hostname'] });
    process.exit(0);
  },
  link: () => {
    symlinkSync('/etc/hostname', pathInFolder('a.png'));
    finish({ files: ['a.png'] });
    process.exit(0);
  },
  'fill the disk': async () => {
    for (let part = 0; ; part++) {
      writeFileSync(pathInFolder(`part-${part}`), new Uint8Array(1024 * 1024));
      await wait(200);
    }
  },
  'wait for the test': async () => {
    process.stdout.write('progress 0.25\nnot a progress line\n');
    writeFileSync(pathInFolder('preview.png'), await picture());
    process.stdout.write('preview preview.png\n');
    const isThere = () => readFileSync(pathInFolder('go'), { flag: 'a+' }).length > 0;
    while (!isThere()) await wait(20);
  },
};

if (process.env['STARTS_FILE']) appendFileSync(process.env['STARTS_FILE'], `${process.pid}\n`);
await deeds[job.prompt]?.();
process.stdout.write('progress 0.5\n');
if (job.primitive === 'ask') finish({ texts: [JSON.stringify({ seen: job.picture })] });
else if (job.primitive === 'clip') {
  const { encodedClip } = await import('../media/small-clip.ts');
  writeFileSync(pathInFolder('clip.mp4'), await encodedClip(job));
  finish({ files: ['clip.mp4'] });
} else {
  const files = Array.from({ length: job.count ?? 1 }, (_, index) => `out-${index}.png`);
  for (const name of files) writeFileSync(pathInFolder(name), await picture());
  process.stdout.write('progress 1\n');
  finish({ files, cost: 0.002 });
}
