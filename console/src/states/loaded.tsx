import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/page.tsx';
import { Problem } from './problem.tsx';

interface LoadedProps<Data> {
  data: Data | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The class of the frame around a problem. */
  frame: string | undefined;
  children: (data: Data) => ReactNode;
}

/** The content of a page, once it has been read; a problem or placeholders until then. */
export function Loaded<Data>({ data, error, onRetry, frame, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (error !== null)
    return (
      <div className={frame}>
        <Problem error={error} onRetry={onRetry} />
      </div>
    );
  if (data === undefined) return <Skeleton label={t('app.loading')} />;
  return children(data);
}
