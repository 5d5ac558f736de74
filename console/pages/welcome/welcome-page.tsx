/**
 * First steps: from an empty server to the first picture. Completed steps are detected from existing records.
 */
import { Link } from '@tanstack/react-router';
import { useAddress } from '../../data/address.ts';
import { hasRole, useAbout, useUser, type User } from '../../data/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/page-states.tsx';
import { formatBytes, formatHours } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { hideFirstSteps } from '../../shell/first-steps.tsx';
import { BestModel } from './best-model.tsx';
import { ClientStep } from './client-step.tsx';
import { EngineStep } from './engine-step.tsx';
import { PictureStep } from './picture-step.tsx';
import { useProgress, type Progress, type StepName } from './progress.ts';
import { Step } from './step.tsx';
import { TokenStep } from './token-step.tsx';
import { welcomeMessages } from './messages.ts';

const order: readonly StepName[] = ['you', 'engine', 'credit', 'tokens', 'picture', 'client'];
/** The steps whose completion the server can detect. */
const requiredSteps: readonly StepName[] = order.filter(step => step !== 'client');

export function WelcomePage() {
  const t = useMessages(welcomeMessages);
  const user = useUser();
  const progress = useProgress();
  useTitle(t.title);
  const steps = order.filter(step => isShown(step, progress, user));
  const isReady = steps.every(step => progress.done[step] || !requiredSteps.includes(step));
  return (
    <div className="mx-auto w-full max-w-180 px-4 py-8 sm:py-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{t.hello(user.name)}</h1>
          <p className="mt-1 text-muted">{isReady ? t.ready : t.intro}</p>
        </div>
        {!isReady && (
          <Link to="/image" className={buttonClasses('quiet')} onClick={() => hideFirstSteps(user)}>
            {t.skip}
          </Link>
        )}
      </div>
      {progress.isLoading ? <SkeletonRows count={4} /> : <Steps {...{ steps, progress, user }} />}
      {hasRole(user, 'operator') && !progress.isLoading && <BestModel />}
      {isReady && <NextSteps />}
      <KeptFiles user={user} />
    </div>
  );
}

/** Credit is a step if it can be bought, or if the account has none. */
function isShown(step: StepName, { canPay, done }: Progress, user: User): boolean {
  if (step === 'engine') return hasRole(user, 'operator');
  return step !== 'credit' || canPay || !done.credit;
}

interface StepsProps {
  readonly steps: readonly StepName[];
  readonly progress: Progress;
  readonly user: User;
}

function Steps({ steps, progress, user }: StepsProps) {
  const t = useMessages(welcomeMessages);
  const [{ step }, setAddress] = useAddress<{ step?: string }>();
  const nextStep = steps.find(name => requiredSteps.includes(name) && !progress.done[name]) ?? 'picture';
  const open = steps.find(name => name === step) ?? nextStep;
  const goOn = () => setAddress({ step: undefined });
  const parts: Readonly<Record<StepName, () => React.ReactNode>> = {
    you: () => <ProfileStep user={user} />,
    engine: () => <EngineStep engines={progress.engines} />,
    tokens: () => (
      <TokenStep
        ownTokens={progress.ownTokens}
        groups={progress.groups}
        onMade={() => setAddress({ step: 'tokens' })}
        onNext={goOn}
      />
    ),
    credit: () => <CreditStep canPay={progress.canPay} />,
    picture: () => <PictureStep newest={progress.newest} />,
    client: () => <ClientStep />,
  };
  return (
    <ol className="grid">
      {steps.map((name, index) => (
        <Step
          key={name}
          number={index + 1}
          title={t[name]}
          description={stepDescription(t, { name, progress, user })}
          isDone={progress.done[name]}
          isOpen={open === name}
          onOpen={() => setAddress({ step: name })}
        >
          {parts[name]()}
        </Step>
      ))}
    </ol>
  );
}

type Words = ReturnType<typeof useMessages<(typeof welcomeMessages)['en']>>;
interface StepState {
  readonly name: StepName;
  readonly progress: Progress;
  readonly user: User;
}

function stepDescription(
  t: Words,
  { name, progress: { done, engines, ownTokens }, user }: StepState,
): string {
  const healthy = engines.filter(({ state }) => state === 'healthy').map(engine => engine.name);
  if (name === 'you') return t.youAre[user.role];
  if (name === 'engine') return done.engine ? t.enginesAvailable(healthy) : t.engineMissing;
  if (name === 'credit') return done.credit ? t.creditThere : t.creditMissing;
  if (name === 'client') return t.clientDescription;
  if (name === 'picture') return done.picture ? t.pictureReady : t.pictureDescription;
  if (done.tokens) return t.tokensReady;
  return ownTokens.image || ownTokens.video ? t.tokensHalf : t.tokensDescription;
}

function CreditStep({ canPay }: { readonly canPay: boolean }) {
  const t = useMessages(welcomeMessages);
  return (
    <div className="grid gap-3">
      <p className="max-w-140 text-muted">{canPay ? t.creditDescription : t.creditFromOthers}</p>
      <Link
        to="/ledger"
        search={{ ask: canPay ? 'top-up' : 'redeem' }}
        className={`justify-self-start ${buttonClasses(canPay ? 'primary' : undefined)}`}
      >
        {canPay ? t.topUp : t.redeem}
      </Link>
    </div>
  );
}

function ProfileStep({ user }: { readonly user: User }) {
  const t = useMessages(welcomeMessages);
  return (
    <div className="grid gap-3">
      <p className="max-w-140 text-muted">{t.youMore}</p>
      <div className="flex flex-wrap gap-2">
        <Link to="/profile" className={buttonClasses()}>
          {t.toProfile}
        </Link>
        {hasRole(user, 'owner') && (
          <Link to="/people" className={buttonClasses()}>
            {t.toPeople}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Shows how long files are kept, which newcomers must know before the first ones are deleted. */
function KeptFiles({ user }: { readonly user: User }) {
  const t = useMessages(welcomeMessages);
  const { hours, starred_hours: starredHours, starred_megabytes: megabytes } = useAbout().files;
  const isLonger = starredHours > hours && megabytes > 0;
  return (
    <p className="mt-8 border-t border-line pt-4 text-sm text-muted">
      {t.kept(formatHours(hours))}{' '}
      {isLonger && t.keptStarred(formatHours(starredHours), formatBytes(megabytes * 1_000_000))}{' '}
      {hasRole(user, 'operator') && (
        <Link to="/settings" search={{ q: '_hours' }} className="text-accent underline">
          {t.toRetention}
        </Link>
      )}
    </p>
  );
}

function NextSteps() {
  const t = useMessages(welcomeMessages);
  return (
    <div className="mt-8 flex flex-wrap gap-2 pl-12.5">
      <Link to="/image" className={buttonClasses('primary')}>
        {t.toImage}
      </Link>
      <Link to="/video" className={buttonClasses()}>
        {t.toVideo}
      </Link>
      <Link to="/reference" className={buttonClasses()}>
        {t.toReference}
      </Link>
    </div>
  );
}
