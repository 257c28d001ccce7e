import { type ReactNode, useEffect, useRef } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Content between the title and the scrolling part. */
  tools?: ReactNode;
  footer?: ReactNode;
  /** The content is scrolled to its top when this changes. */
  scrollKey?: string;
  children: ReactNode;
}

/** A page with a fixed title and scrolling content below. */
export function Page({ title, lead, actions, tools, footer, scrollKey, children }: PageProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scrollKey !== undefined) body.current?.scrollTo(0, 0);
  }, [scrollKey]);
  return (
    <>
      <div className={styles['top']}>
        <div className={styles['title']}>
          <div>
            <h1>{title}</h1>
            {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          </div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </div>
        {tools}
      </div>
      <div className={styles['body']} ref={body}>
        {children}
      </div>
      {footer !== undefined && <div className={styles['footer']}>{footer}</div>}
    </>
  );
}

/** Shown instead of an empty list. */
export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** A table that scrolls horizontally if it is too wide, and can be scrolled with the keyboard. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable without a mouse
    <section className={styles['scroll']} aria-label={label} tabIndex={0}>
      <table className={styles['table']}>{children}</table>
    </section>
  );
}

export function Skeleton({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['skeleton']} />
      ))}
    </div>
  );
}
