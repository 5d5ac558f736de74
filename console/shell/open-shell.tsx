/** The shell for signed-in users, and for everybody else a plain frame around the pages that are public. */
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { sessionQuery } from '../data/session.ts';
import { Shell } from './shell.tsx';

const PublicFrame = lazy(() => import('./public-frame.tsx'));

export function OpenShell() {
  const { data: user } = useQuery(sessionQuery);
  return user ? <Shell /> : <PublicFrame />;
}
