import { useTranslation } from 'react-i18next';
import { ErrorShape, HintShape, WarningShape } from '../ui/icons.tsx';
import type { Severity } from './model.ts';

const SHAPES = { error: ErrorShape, warning: WarningShape, info: HintShape };

/** An icon with a label for screen readers. */
export function SeverityMark({ severity, size = 16 }: { severity: Severity; size?: number }) {
  const { t } = useTranslation();
  const Shape = SHAPES[severity];
  return (
    <>
      <Shape size={size} />
      <span className="visually-hidden">{t(`analysis.severity.${severity}`)}</span>
    </>
  );
}
