import { lazy, Suspense } from 'react';
import { useOutcome } from './outcome.ts';

const OutcomeDialog = lazy(async () => ({ default: (await import('./outcome-dialog.tsx')).OutcomeDialog }));

/** Part of the frame, because a change may end after its page has been left. */
export function Outcomes() {
  const outcome = useOutcome();
  return (
    outcome !== undefined && (
      <Suspense>
        <OutcomeDialog outcome={outcome} />
      </Suspense>
    )
  );
}
