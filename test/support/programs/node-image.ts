/**
 * The base image of a test build: the official one, or a stand-in for machines that reach no registry of
 * images. The stand-in is the same Debian with the Node 24 and the npm that run the tests.
 *
 * `KINORA_TEST_BASE=stand-in` chooses the stand-in. Otherwise it is used only when the official image cannot
 * be pulled. It is kept as `localhost/kinora-test-base`; remove it with `podman rmi` to have it made again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findProgram } from '../../../src/platform/lib/machine/find-program.ts';
import { podman, doesSucceed } from './podman.ts';

const official = 'docker.io/library/node:24-trixie-slim';
const standIn = 'localhost/kinora-test-base';

/** The name of an image for the build argument NODE_IMAGE, or why there is none. */
export async function baseImage(): Promise<{ readonly image: string } | { readonly missing: string }> {
  if (process.env['KINORA_TEST_BASE'] !== 'stand-in') {
    if (await doesSucceed('image', 'exists', official)) return { image: official };
    if (await doesSucceed('pull', '--quiet', official)) return { image: official };
  }
  if (await doesSucceed('image', 'exists', standIn)) return { image: standIn };
  if (findProgram('mmdebstrap') === undefined) return { missing: `needs ${official}, or mmdebstrap on PATH` };
  await makeStandIn();
  return { image: standIn };
}

/** Imports the root file system as mmdebstrap writes it. */
async function makeStandIn(): Promise<void> {
  const hooks = [...nodeHooks(), ...authorityHooks()].map(hook => `--customize-hook=${hook}`);
  const options = ['--quiet', '--variant=minbase', '--include=ca-certificates', ...hooks];
  const debian = spawn('mmdebstrap', [...options, 'trixie', '-'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const image = spawn('podman', ['import', '--quiet', '-', standIn], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ends = Promise.all([once(debian, 'close'), once(image, 'close')]);
  await pipeline(debian.stdout, image.stdin);
  const codes = (await ends).map(([code]) => code);
  if (codes.every(code => code === 0)) return;
  await podman('rmi', '--force', standIn);
  throw new Error(
    `The stand-in of the base image was not made: mmdebstrap and podman import exited with ${codes}.`,
  );
}

/** Where the official image has them. */
function nodeHooks(): string[] {
  const npm = dirname(dirname(realpathSync(findProgram('npm') ?? '')));
  return [
    'mkdir -p "$1/usr/local/lib/node_modules"',
    `copy-in ${realpathSync(process.execPath)} /usr/local/bin`,
    `copy-in ${npm} /usr/local/lib/node_modules`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
  ];
}

/**
 * The certificate authorities of this machine, without which npm would not trust a registry behind its proxy.
 */
function authorityHooks(): string[] {
  const folder = '/usr/local/share/ca-certificates';
  if (!existsSync(folder)) return [];
  return [
    `copy-in ${folder} ${dirname(folder)}`,
    'chroot "$1" update-ca-certificates >&2',
    'mkdir -p "$1/usr/local/etc"',
    'echo cafile=/etc/ssl/certs/ca-certificates.crt > "$1/usr/local/etc/npmrc"',
  ];
}
