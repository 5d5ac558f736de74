#!/usr/bin/env node
// The health check of a container: exits with 0 if the process beside it is ready for work. It
// loads nothing but Node's own client, because it runs every few seconds. Without a monitoring
// listener, it asks the interfaces.
import { get } from 'node:http';

const { KINORA_MONITORING_ADDRESS, KINORA_PORT } = process.env;
const monitoring = KINORA_MONITORING_ADDRESS || '127.0.0.1:4041';
const isOff = monitoring === 'off';
const { hostname, port } = new URL(`http://${isOff ? `127.0.0.1:${KINORA_PORT || 4040}` : monitoring}`);
const isAnyHost = hostname === '0.0.0.0' || hostname === '[::]';
const host = isAnyHost ? '127.0.0.1' : hostname.replaceAll(/[[\]]/g, '');

const request = get({ host, port: port || 80, path: '/readyz', timeout: 4_000 }, response => {
  response.pipe(process.stderr);
  process.exitCode = response.statusCode === 200 ? 0 : 1;
});
request.on('timeout', () => request.destroy(new Error('no response within 4 seconds')));
request.on('error', error => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
