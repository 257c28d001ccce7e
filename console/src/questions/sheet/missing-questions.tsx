import { useTranslation } from 'react-i18next';
import type { Drawn, DrawPart } from './draw.ts';

/** Says which draws found too few questions. */
export function MissingQuestions({ short }: Drawn) {
  const { t } = useTranslation();
  const wanted = ({ category, difficulty }: DrawPart) =>
    [category, difficulty === '' ? '' : t(`level.${difficulty}`)].filter((one) => one !== '').join(', ');
  return (
    <div role="status">
      {short.map(({ part, found }) => (
        <p key={part.key}>
          {t('tools.sheet.short', { found, count: Number(part.count) })} <span data-bank>{wanted(part)}</span>
        </p>
      ))}
    </div>
  );
}
