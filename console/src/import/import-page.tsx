import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { FooterButtons, StepNote } from './footer.tsx';
import { Stepper } from './stepper.tsx';
import { CheckStep } from './steps/check-step.tsx';
import { FileStep } from './steps/file-step.tsx';
import { MapStep } from './steps/map-step.tsx';
import { OptionsStep } from './steps/options-step.tsx';
import { RunStep } from './steps/run-step.tsx';
import { type Check, type StepProps, useCheck } from './use-check.ts';
import { resetWizard, STEPS, setWizard, useWizard, type Wizard } from './wizard.ts';

/** The import in five steps. Nothing is saved before the last one. */
export function ImportPage() {
  const { t } = useTranslation();
  const wizard = useWizard();
  const check = useCheck(wizard);
  const { source, step, edits } = wizard;
  const title = source === undefined ? t('import.page') : t('import.title', { name: source.name });
  useTitle(title);
  useWarning(Object.keys(edits).length > 0);
  return (
    <Page
      title={title}
      actions={
        <>
          {source !== undefined && <Button onClick={resetWizard}>{t('import.another')}</Button>}
          <Link to="/imports" className="button">
            {t('import.earlier')}
          </Link>
        </>
      }
      scrollKey={step}
      tools={<Stepper wizard={wizard} check={check} />}
      {...(source !== undefined && { footer: <Footer wizard={wizard} check={check} /> })}
    >
      {source === undefined ? <FileStep /> : <ShownStep wizard={{ ...wizard, source }} check={check} step={step} />}
    </Page>
  );
}

function ShownStep({ step, ...props }: StepProps & { step: Wizard['step'] }) {
  if (step === 'map' || step === 'file') return <MapStep {...props} />;
  if (step === 'check') return <CheckStep {...props} />;
  if (step === 'options') return <OptionsStep {...props} />;
  return <RunStep {...props} />;
}

/** Warns before the page is left, because corrections would be lost. */
function useWarning(hasCorrections: boolean): void {
  useEffect(() => {
    if (!hasCorrections) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasCorrections]);
}

/** "Continue" is always enabled; the next step reports problems. */
function Footer({ wizard, check }: { wizard: Wizard; check: Check }) {
  const { t } = useTranslation();
  const { step, edits, checkedEdits } = wizard;
  const place = STEPS.indexOf(step);
  const before = STEPS[place - 1];
  const next = STEPS[place + 1];
  const isChanged = edits !== checkedEdits;
  const goToNext = () => setWizard({ checkedEdits: edits, ...(next !== undefined && { step: next }) });
  return (
    <>
      <StepNote wizard={wizard} check={check} />
      <FooterButtons>
        {before !== undefined && before !== 'file' && (
          <Button kind="quiet" onClick={() => setWizard({ step: before })}>
            {t('import.back')}
          </Button>
        )}
        {step === 'check' && isChanged && (
          <Button onClick={() => setWizard({ checkedEdits: edits })}>{t('import.check.again')}</Button>
        )}
        {next !== undefined && (
          <Button kind="filled" onClick={goToNext}>
            {t('import.continue')}
          </Button>
        )}
      </FooterButtons>
    </>
  );
}
