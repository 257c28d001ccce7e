import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './export.module.css';
import { ExportCheck } from './export-check.tsx';
import { addressOf, type Exported, type ExportOptions } from './exported.ts';

/** The names of formats and products. Formats without a name have a label instead. */
const FORMATS = {
  tables: [
    { format: 'csv', name: 'CSV' },
    { format: 'csv', excel_safe: true, text: 'excelSafe' },
    { format: 'xlsx', name: 'Excel' },
    { format: 'jsonl', name: 'JSON Lines' },
  ],
  courses: [
    { format: 'moodle-xml', name: 'Moodle XML' },
    { format: 'gift', name: 'GIFT' },
    { format: 'aiken', name: 'Aiken' },
    { format: 'qti-3.0', name: 'QTI 3.0' },
    { format: 'qti-2.1', name: 'QTI 2.1' },
    { format: 'qti-1.2', name: 'QTI 1.2' },
  ],
  games: [
    { format: 'kahoot', name: 'Kahoot!' },
    { format: 'quizizz', name: 'Quizizz' },
    { format: 'blooket', name: 'Blooket' },
    { format: 'gimkit', name: 'Gimkit' },
    { format: 'anki', name: 'Anki' },
    { format: 'opentdb', name: 'Open Trivia DB' },
  ],
  print: [
    { format: 'sheet', text: 'sheet' },
    { format: 'sheet', with_key: true, text: 'sheetKey' },
  ],
  evaluations: [
    { format: 'lm-eval', name: 'LM Evaluation Harness' },
    { format: 'lm-eval-free', name: 'LM Evaluation Harness, open answers' },
    { format: 'inspect', name: 'Inspect' },
    { format: 'inspect-free', name: 'Inspect, open answers' },
    { format: 'openai-evals', name: 'OpenAI Evals' },
    { format: 'hf', name: 'Hugging Face' },
    { format: 'lighteval', name: 'Lighteval' },
  ],
} as const;

/** The formats of this group contain every question. */
const COMPLETE = 'tables';

interface PanelProps {
  exported: Exported;
  count: number | null;
  /** Opens the dialog of a sheet. */
  onSheet: () => void;
  onDone: () => void;
}

/** Plain links, so that the browser downloads files of any size. A format that cannot contain every question asks first. */
export function ExportPanel({ exported, count, onSheet, onDone }: PanelProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ name: string; options: ExportOptions }>();
  if (asked !== undefined)
    return <ExportCheck exported={exported} {...asked} onBack={() => setAsked(undefined)} onDone={onDone} />;
  return (
    <div className={styles['panel']}>
      <p>{count === null ? t('export.all') : t('export.text', { count })}</p>
      {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((group) => (
        <section key={group}>
          <h3>{t(`export.${group}`)}</h3>
          <ul>
            {FORMATS[group].map((one) => {
              const { name, text, ...options } = { name: undefined, text: undefined, ...one };
              const shown = text === undefined ? name : t(`export.${text}`);
              return (
                <li key={JSON.stringify(options)}>
                  <a
                    href={addressOf(exported, options)}
                    download
                    onClick={(event) => {
                      if (group === COMPLETE) return onDone();
                      event.preventDefault();
                      setAsked({ name: shown, options });
                    }}
                  >
                    {text === undefined ? <span data-bank>{name}</span> : shown}
                  </a>
                </li>
              );
            })}
            {group === 'print' && (
              <li>
                <button type="button" onClick={onSheet}>
                  {t('export.sheetDialog')}
                </button>
              </li>
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}
