import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../ui/icons.tsx';
import { Level } from '../facts.tsx';
import { cleaned, type Draft } from './draft.ts';
import styles from './drawer.module.css';

/** Shows the question to a player before and after answering. */
export function Preview({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const [answered, setAnswered] = useState(true);
  const { question_text, correct_answer, incorrect_answers, accepted_answers, explanation, category, difficulty } =
    cleaned(draft);
  const isChoice = incorrect_answers.length > 0;
  const showsAnswer = answered && correct_answer !== '';
  // The service shuffles the options. Here they are sorted alphabetically, which reveals nothing either.
  const options = [correct_answer, ...incorrect_answers].sort((a, b) => a.localeCompare(b));
  return (
    <section aria-labelledby="preview-title">
      <div className={styles['paneTitle']}>
        <h2 id="preview-title">{t('question.asPlayers')}</h2>
        <div className={styles['segments']} data-screen>
          {[false, true].map((after) => (
            <button
              key={String(after)}
              type="button"
              aria-pressed={answered === after}
              onClick={() => setAnswered(after)}
            >
              {after ? t('question.after') : t('question.before')}
            </button>
          ))}
        </div>
      </div>
      <div className={styles['player']}>
        <p className={styles['meta']}>
          <span>
            {category !== '' && `${category} · `}
            <Level level={difficulty} />
          </span>
          <span>{isChoice ? t('question.shuffled') : t('question.typed')}</span>
        </p>
        <p className={styles['asked']}>{question_text}</p>
        {isChoice ? (
          <ol className={styles['choices']}>
            {options.map((option, index) => {
              const isRight = answered && option === correct_answer && option !== '';
              return (
                <li key={`${index}-${option}`} data-right={isRight || undefined}>
                  <span className={styles['letter']} aria-hidden="true">
                    {String.fromCodePoint(65 + index)}
                  </span>
                  <span>{option}</span>
                  {isRight && <RightMark />}
                </li>
              );
            })}
          </ol>
        ) : (
          <div className={styles['choices']}>
            <div data-right={showsAnswer || undefined}>
              <span>{showsAnswer ? correct_answer : ' '}</span>
              {showsAnswer && <RightMark />}
            </div>
          </div>
        )}
        {answered && !isChoice && accepted_answers.length > 0 && (
          <p className={styles['why']}>{t('question.alsoRight', { answers: accepted_answers.join(', ') })}</p>
        )}
        {answered && explanation !== null && <p className={styles['why']}>{explanation}</p>}
      </div>
    </section>
  );
}

function RightMark() {
  const { t } = useTranslation();
  return (
    <span className={styles['right']}>
      <CheckIcon /> {t('question.right')}
    </span>
  );
}
