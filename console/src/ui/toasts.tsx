import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon, CloseIcon } from './icons.tsx';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  action?: ReactNode;
}

/** Long enough to read and to reach. Toasts never contain information that is shown nowhere else. */
const SHOWN_MS = 8000;
const MAX_TOASTS = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function showToast(text: string, action?: ReactNode): void {
  lastId += 1;
  const id = lastId;
  set([...toasts, { id, text, action }].slice(-MAX_TOASTS));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function Toasts() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <CheckIcon />
          <span>{text}</span>
          {action}
          <button type="button" aria-label={t('action.close')} onClick={() => dismiss(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
