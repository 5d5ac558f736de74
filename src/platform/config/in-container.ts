/**
 * Whether this process runs in a container, where loopback is the container and not
 * the machine that it runs on.
 */
import { existsSync } from 'node:fs';
import { environmentVariable } from './config.ts';

/** Docker and Podman leave a file each; Kubernetes sets a variable. */
export function isInContainer(): boolean {
  const markerFiles = ['/.dockerenv', '/run/.containerenv'];
  return (
    markerFiles.some(file => existsSync(file)) || environmentVariable('KUBERNETES_SERVICE_HOST') !== undefined
  );
}
