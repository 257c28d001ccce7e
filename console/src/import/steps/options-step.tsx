import { useTranslation } from 'react-i18next';
import { Problem } from '../../states/problem.tsx';
import { WarningShape } from '../../ui/icons.tsx';
import { Radios } from '../../ui/radios.tsx';
import styles from '../import.module.css';
import { Outcomes } from '../outcomes.tsx';
import type { StepProps } from '../use-check.ts';
import { setSettings } from '../wizard.ts';
import { DuplicateChoice } from './duplicate-choice.tsx';

export function OptionsStep({ wizard: { settings }, check: { data, error, refetch } }: StepProps) {
  const { t } = useTranslation();
  const counts = data?.record.status === 'succeeded' ? data.record.counts : undefined;
  const blocks = settings.mode === 'all_or_nothing' && (counts?.rejected ?? 0) > 0;
  return (
    <div className={styles['step']}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {counts !== undefined && <Outcomes counts={counts} />}
      <div className={styles['narrow']}>
        <Radios
          legend={t('import.options.mode')}
          value={settings.mode}
          onValue={(mode) => setSettings({ mode })}
          choices={(['all_or_nothing', 'valid_only'] as const).map((value) => ({
            value,
            label: t(`import.options.${value}`),
            text: t(`import.options.${value}Text`),
          }))}
        />
        <div role="status">
          {blocks && (
            <p className={styles['warning']}>
              <WarningShape /> {t('import.options.nothing', { count: counts?.rejected ?? 0 })}
            </p>
          )}
        </div>
        <DuplicateChoice settings={settings} />
      </div>
    </div>
  );
}
