import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../ui/icons.tsx';
import styles from './import.module.css';
import type { Check } from './use-check.ts';
import { STEPS, type Step, setWizard, type Wizard } from './wizard.ts';

/** Shows the current step. Completed steps are links. */
export function Stepper({ wizard, check }: { wizard: Wizard; check: Check }) {
  const { t } = useTranslation();
  const detail = useDetail(wizard, check);
  const current = STEPS.indexOf(shownStep(wizard));
  return (
    <ol className={styles['stepper']} aria-label={t('import.steps')}>
      {STEPS.map((step, place) => {
        const isDone = place < current;
        const label = (
          <>
            <span className={styles['mark']} aria-hidden="true">
              {isDone ? <CheckIcon size={12} /> : place + 1}
            </span>
            <span className={styles['stepName']}>
              {t(`import.step.${step}`)}
              {isDone && <span className="visually-hidden">, {t('import.stepDone')}</span>}
            </span>
            <span className={styles['stepDetail']}>{detail(step)}</span>
          </>
        );
        return (
          <li
            key={step}
            data-state={stateOf(place, current)}
            {...(place === current && { 'aria-current': 'step' as const })}
          >
            {isDone && step !== 'file' ? (
              <button type="button" onClick={() => setWizard({ step })}>
                {label}
              </button>
            ) : (
              <div>{label}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** With a file, the first step is done. */
function shownStep({ source, step }: Wizard): Step {
  if (source === undefined) return 'file';
  return step === 'file' ? 'map' : step;
}

function stateOf(place: number, current: number): 'done' | 'current' | 'ahead' {
  if (place === current) return 'current';
  return place < current ? 'done' : 'ahead';
}

function useDetail({ source, settings }: Wizard, { data, isFetching }: Check): (step: Step) => string {
  const { t } = useTranslation();
  return (step) => {
    if (source === undefined) return '';
    if (step === 'file') return source.name;
    const columns = data?.record.columns ?? null;
    if (step === 'map' && columns !== null) {
      const used = (settings.columns ?? columns.map(({ field }) => field)).filter((field) => field !== null).length;
      return t('import.columnsUsed', { used, all: columns.length });
    }
    if (step !== 'check') return '';
    if (isFetching) return t('import.checking');
    if (data?.record.status !== 'succeeded') return '';
    const { rejected } = data.record.counts;
    return rejected > 0 ? t('import.toFix', { count: rejected }) : t('import.noErrors');
  };
}
