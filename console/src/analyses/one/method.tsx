import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { ENGLISH, marksOf, sentence } from '../../i18n/sentences.ts';
import { useType } from '../queries.ts';
import { humanised } from '../words.ts';
import styles from './one.module.css';

/** How the result was computed, with everything needed to reproduce it. */
export function Method({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const glossary = useType(analysis.analysis_type)?.glossary ?? {};
  const { method = '', warnings = [] } = analysis.result as {
    method?: string;
    warnings?: { code: string; message: string }[];
  };
  const settings = Object.entries(analysis.parameters);
  return (
    <details className={styles['method']}>
      <summary>{t('analysis.method')}</summary>
      <div {...marksOf(analysis)}>
        <p>{method}</p>
        {warnings.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </div>
      {Object.keys(glossary).length > 0 && (
        <>
          <h3>{t('analysis.glossary')}</h3>
          <dl>
            {Object.entries(glossary).map(([term, meaning]) => {
              const translated = sentence(`glossary.${term}`);
              return (
                <div key={term}>
                  <dt {...ENGLISH}>{term}</dt>
                  <dd {...(translated === undefined && ENGLISH)}>{translated ?? meaning}</dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
      <h3>{t('analysis.step.parameters')}</h3>
      <dl>
        {settings.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`analysis.parameter.${name as 'top_n'}`, { defaultValue: humanised(name) })}</dt>
            <dd data-bank>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('analysis.engine')}</dt>
          <dd data-bank>{analysis.engine_version}</dd>
        </div>
        {analysis.snapshot_at !== null && (
          <div>
            <dt>{t('analysis.snapshot')}</dt>
            <dd data-bank>{formatTime(analysis.snapshot_at)}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}
