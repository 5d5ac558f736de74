/**
 * The best model that this machine can run, until one is installed: the built-in engine draws no photographs.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from '../../icons/icons.ts';
import { isWorking, localMachineQuery, localModelsQuery } from '../../data/operators/local-queries.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { welcomeMessages } from './messages.ts';

export function BestModel() {
  const t = useMessages(welcomeMessages);
  const { data: models } = useQuery(localModelsQuery);
  const { data: machine } = useQuery(localMachineQuery);
  const working = models?.find(isWorking);
  const best = models?.find(({ recommended, kind }) => recommended && kind === 'image');
  const hasOne = models?.some(({ state }) => state === 'ready') === true;
  if (!models || !machine?.open || hasOne || (!working && !best)) return null;
  return (
    <section
      aria-label={t.realImages}
      className="mt-4 ml-12.5 grid gap-2 rounded-lg border border-accent bg-surface p-5"
    >
      <h2 className="text-lg font-semibold">{t.realImages}</h2>
      <p className="text-muted">{t.realImagesIntro}</p>
      {working ? (
        <p role="status">{t.installing(working.title)}</p>
      ) : (
        best && (
          <p>
            <span className="font-medium">{t.bestModel(best.title)}</span> <span>{best.summary}</span>{' '}
            <span className="text-muted">{t.bestModelFacts(formatBytes(best.bytes), best.license)}</span>
          </p>
        )
      )}
      <Link to="/local" className={classes(buttonClasses('primary'), 'mt-1 justify-self-start')}>
        <Download size={16} aria-hidden />
        {working ? t.toInstallation : t.toLocal}
      </Link>
    </section>
  );
}
