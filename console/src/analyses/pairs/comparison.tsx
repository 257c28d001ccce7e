import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../../client/src/index.ts';
import { useShown } from '../../questions/drawer/differences.tsx';
import { differingFields, draftOf, FIELDS, type FieldName } from '../../questions/drawer/draft.ts';
import { wordDiff } from '../../questions/drawer/word-diff.ts';
import { Level, StatusWord } from '../../questions/facts.tsx';
import rows from '../rows/rows.module.css';
import styles from './pairs.module.css';
import type { Side, Sides } from './sides.ts';

interface ComparisonProps {
  a: Question;
  b: Question;
  chosen: Sides;
  canChoose: boolean;
  onChoose: (name: FieldName, side: Side) => void;
  /** The link to the question. */
  edit: (question: Question) => ReactNode;
}

/** Compares field by field: differing values can be chosen, equal ones are listed below. */
export function Comparison({ a, b, chosen, canChoose, onChoose, edit }: ComparisonProps) {
  const { t } = useTranslation();
  const shown = useShown();
  const drafts = { a: draftOf(a), b: draftOf(b) };
  const differing = differingFields(drafts.a, drafts.b);
  const equal = FIELDS.filter((name) => !differing.includes(name) && shown(name, drafts.a) !== '');
  const questions = { a, b };
  return (
    <div className={styles['compare']} role="group" aria-label={t('analysis.pair.compare')}>
      <div className={styles['names']}>
        <span />
        {(['a', 'b'] as const).map((side) => (
          <div key={side}>
            <strong>{t(`analysis.pair.${side}`)}</strong> <code data-bank>{shortId(questions[side])}</code>
            {edit(questions[side])}
          </div>
        ))}
      </div>
      {differing.map((name) => (
        <fieldset key={name} className={styles['field']}>
          <legend className="visually-hidden">{t('merge.choose', { field: t(`field.${name}`) })}</legend>
          <span className={styles['label']} aria-hidden="true">
            {t(`field.${name}`)}
          </span>
          {(['a', 'b'] as const).map((side) => (
            <label key={side} data-chosen={(canChoose && chosen[name] === side) || undefined}>
              {canChoose && (
                <input
                  type="radio"
                  name={name}
                  checked={chosen[name] === side}
                  onChange={() => onChoose(name, side)}
                  aria-label={`${t(`analysis.pair.${side}`)}: ${shown(name, drafts[side]) || t('question.empty')}`}
                />
              )}
              <Value name={name} side={side} drafts={drafts} />
            </label>
          ))}
        </fieldset>
      ))}
      {equal.map((name) => (
        <div key={name} className={styles['field']}>
          <span className={styles['label']}>{t(`field.${name}`)}</span>
          {(['a', 'b'] as const).map((side) => (
            <div key={side} className={styles['same']} data-bank>
              {shown(name, drafts[side])}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const TEXTS: ReadonlySet<FieldName> = new Set(['question_text', 'correct_answer', 'explanation']);

function Value({
  name,
  side,
  drafts,
}: {
  name: FieldName;
  side: Side;
  drafts: Record<Side, ReturnType<typeof draftOf>>;
}) {
  const { t } = useTranslation();
  const shown = useShown();
  const draft = drafts[side];
  if (name === 'difficulty') return <Level level={draft.difficulty} />;
  if (name === 'status') return <StatusWord status={draft.status} />;
  const text = shown(name, draft);
  if (text === '') return <span className={styles['empty']}>{t('question.empty')}</span>;
  const other = shown(name, drafts[side === 'a' ? 'b' : 'a']);
  if (!TEXTS.has(name) || other === '') return <span data-bank>{text}</span>;
  const own = side === 'a' ? 'deleted' : 'inserted';
  const pieces = wordDiff(shown(name, drafts.a), shown(name, drafts.b));
  return (
    <span className={name === 'explanation' ? undefined : styles['text']} data-bank>
      {pieces
        .filter(({ kind }) => kind === 'same' || kind === own)
        .map(({ kind, text: piece }, index) =>
          kind === 'same' ? (
            <span key={`${index}-${kind}`}>{piece}</span>
          ) : (
            <mark key={`${index}-${kind}`} className={rows['mark']}>
              {piece}
            </mark>
          ),
        )}
    </span>
  );
}

/** The external id, or else the end of our id, which tells ids apart. */
function shortId({ external_id: external, id }: Question): string {
  return external ?? `…${id.slice(-6)}`;
}
