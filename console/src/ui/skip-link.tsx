import type { ReactNode } from 'react';
import styles from './skip-link.module.css';

/** Only visible while it has the focus. `onSkip` moves the focus if the target is not an element with this id. */
export function SkipLink({ to, onSkip, children }: { to: string; onSkip?: () => void; children: ReactNode }) {
  return (
    <a
      className={styles['skip']}
      href={`#${to}`}
      onClick={(event) => {
        if (onSkip === undefined) return;
        event.preventDefault();
        onSkip();
      }}
    >
      {children}
    </a>
  );
}
