/** Asks the usual ports of a host which programs listen there. Nothing is generated, changed or added. */
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { ListeningProgram, LocalProgram } from '../../../engines/contract/kind/local-program.ts';
import { askPort, type PortAnswer } from './ask-port.ts';
import type { DiscoveryHost } from './discovery-host.ts';
import { kinoraSign, otherPrograms, type OtherProgram } from './other-programs.ts';

interface OpenPort {
  readonly port: number;
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
}

/**
 * What listens on a port. A server with several interfaces is found once for each
 * kind of engine that can use it.
 */
export type FoundProgram = OpenPort &
  (
    | { readonly what: 'program'; readonly kind: EngineKind; readonly program: LocalProgram }
    /** The program answered that it requires a secret. It may be this one. */
    | { readonly what: 'locked'; readonly kind: EngineKind; readonly program: LocalProgram }
    | { readonly what: 'other'; readonly program: OtherProgram }
    | { readonly what: 'kinora' }
    /** An HTTP server that is none of the programs that are looked for on this port. */
    | { readonly what: 'unknown' }
  );

/** The ports that are asked. */
export function usualPorts(kinds: readonly EngineKind[]): readonly number[] {
  const programs: readonly ListeningProgram[] = [...kinds.flatMap(listLocalPrograms), ...otherPrograms];
  return [...new Set(programs.flatMap(({ ports }) => ports))].sort((a, b) => a - b);
}

/** Asks all ports at the same time, so that the search takes no longer than one question may. */
export async function findPrograms(
  kinds: readonly EngineKind[],
  host: DiscoveryHost,
  timeoutMs: number,
): Promise<FoundProgram[]> {
  const searches = usualPorts(kinds).map(port => {
    const listening = { port, url: `http://${host.name}:${port}` };
    return programsAt(kinds, listening, sign => askPort(host, { url: listening.url, sign }, timeoutMs));
  });
  return (await Promise.all(searches)).flat();
}

type Ask = (sign: ListeningProgram['sign']) => Promise<PortAnswer | undefined>;

async function programsAt(
  kinds: readonly EngineKind[],
  listening: OpenPort,
  askAnew: Ask,
): Promise<FoundProgram[]> {
  const ask = askOnce(askAnew);
  const isHere = ({ ports }: ListeningProgram) => ports.includes(listening.port);
  const candidates = kinds.flatMap(kind =>
    listLocalPrograms(kind)
      .filter(isHere)
      .map(program => ({ kind, program })),
  );
  const otherCandidates = otherPrograms.filter(isHere);
  const [isKinora, answers, otherAnswers] = await Promise.all([
    ask(kinoraSign).then(answer => isSign(kinoraSign, answer)),
    Promise.all(candidates.map(({ program }) => ask(program.sign))),
    Promise.all(otherCandidates.map(({ sign }) => ask(sign))),
  ]);
  if (isKinora) return [{ ...listening, what: 'kinora' }];
  const matches = candidates.filter(({ program }, index) => isSign(program.sign, answers[index]));
  if (matches.length > 0) return matches.map(one => ({ ...listening, what: 'program', ...one }));
  const otherProgram = otherCandidates.find(({ sign }, index) => isSign(sign, otherAnswers[index]));
  if (otherProgram) return [{ ...listening, what: 'other', program: otherProgram }];
  const locked = candidates.find((_, index) => [401, 403].includes(answers[index]?.status ?? 0));
  if (locked) return [{ ...listening, what: 'locked', ...locked }];
  const hasAnswered = [...answers, ...otherAnswers].some(answer => answer !== undefined);
  return hasAnswered ? [{ ...listening, what: 'unknown' }] : [];
}

/** Asks each question once, because several kinds recognize a program by the same question. */
function askOnce(ask: Ask): Ask {
  const answers = new Map<string, ReturnType<Ask>>();
  return sign => {
    const answer = answers.get(sign.path) ?? ask(sign);
    answers.set(sign.path, answer);
    return answer;
  };
}

function isSign(
  { isAnswer }: Pick<ListeningProgram['sign'], 'isAnswer'>,
  answer: PortAnswer | undefined,
): boolean {
  return answer !== undefined && answer.status === 200 && isAnswer(answer.value);
}

function listLocalPrograms({ localPrograms = [] }: EngineKind): readonly LocalProgram[] {
  return localPrograms;
}
