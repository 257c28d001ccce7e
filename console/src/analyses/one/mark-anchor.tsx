import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarkLink } from './plot-links.ts';

interface AnchorProps {
  analysisId: string;
  link: MarkLink;
  /** Announced before the number of questions, because a screen reader may announce the link alone. */
  name?: string;
  children: ReactNode;
}

/** Links a mark of a plot to exactly its questions. */
export function MarkAnchor({ analysisId, link, name, children }: AnchorProps) {
  const { t } = useTranslation();
  const label = (count: number) => ({
    ...(name !== undefined && { 'aria-label': `${name}: ${t('analysis.scope.count', { count })}` }),
  });
  switch (link.to) {
    case 'list':
      return (
        <Link to="/questions" search={link.search} preload={false} {...label(link.count)}>
          {children}
        </Link>
      );
    case 'rows':
      return (
        <Link
          to="/analyses/$id"
          params={{ id: analysisId }}
          search={link.filters}
          hash="rows"
          preload={false}
          {...label(link.count)}
        >
          {children}
        </Link>
      );
    case 'question':
      return (
        <Link to="/analyses/$id/questions/$question" params={{ id: analysisId, question: link.id }} preload={false}>
          {children}
        </Link>
      );
  }
}
