import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnalysisRequest } from '../../../../client/src/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { asCommand, asCurl, asTypeScript } from './as-code.ts';
import styles from './new.module.css';

const WAYS = {
  curl: (request: AnalysisRequest) => asCurl(request, location.origin),
  CLI: asCommand,
  TypeScript: (request: AnalysisRequest) => asTypeScript(request, location.origin),
};

/** The request of this page as code to copy. */
export function CodeTabs({ request }: { request: AnalysisRequest }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<keyof typeof WAYS>('curl');
  const code = WAYS[way](request);
  return (
    <details className={styles['code']}>
      <summary>{t('analysis.asCode')}</summary>
      <div className={styles['ways']}>
        {(Object.keys(WAYS) as (keyof typeof WAYS)[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === way} onClick={() => setWay(one)} data-bank>
            {one}
          </button>
        ))}
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre tabIndex={0} data-bank>
        {code}
      </pre>
    </details>
  );
}
