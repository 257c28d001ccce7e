import type { ReactNode } from 'react';

/** Icons for 16 × 16 pixels with a stroke of 1.4. They are decorative: a text next to them always says the same. */
function icon(paths: ReactNode) {
  return function Icon({ size = 16 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    );
  };
}

export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </>,
);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const CheckIcon = icon(<path d="m3 8.5 3.2 3.2L13 5" />);
export const ChevronDownIcon = icon(<path d="m4.5 6.5 3.5 3.5 3.5-3.5" />);
export const ChevronUpIcon = icon(<path d="M4.5 9.5 8 6l3.5 3.5" />);
export const ArrowDownIcon = icon(<path d="M8 3v10M4.5 9.5 8 13l3.5-3.5" />);
export const ArrowUpIcon = icon(<path d="M8 13V3M4.5 6.5 8 3l3.5 3.5" />);
export const MenuIcon = icon(<path d="M2 4h12M2 8h12M2 12h12" />);
export const HelpIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M6.3 6.4c.2-2 3.5-2 3.5 0 0 1.3-1.8 1.4-1.8 2.7" />
    <path d="M8 11.300v.1" />
  </>,
);
export const QuestionsIcon = icon(
  <>
    <rect x="2" y="2.5" width="4" height="4" rx="1" />
    <rect x="2" y="9.5" width="4" height="4" rx="1" />
    <path d="M9 3.500h5M9 5.800h3M9 10.500h5M9 12.800h3" />
  </>,
);
export const DocsIcon = icon(
  <>
    <path d="M3.5 2.500h6l3 3v8h-9z" />
    <path d="M9.5 2.500v3h3M6 8.500h4M6 11h4" />
  </>,
);
export const CollapseIcon = icon(
  <>
    <rect x="2.5" y="2.5" width="11" height="11" rx="1.5" />
    <path d="M6 2.500v11M10.5 6.5 9 8l1.5 1.5" />
  </>,
);
export const LinkIcon = icon(
  <>
    <path d="M6.8 9.200a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.700l-.7.7" />
    <path d="M9.2 6.800a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.700l.7-.7" />
  </>,
);
export const TrashIcon = icon(
  <path d="M3 4.500h10M6 4.500V3h4v1.500M4.5 4.500l.6 8.500h5.800l.6-8.500M6.8 7v3.500M9.2 7v3.5" />,
);
export const UndoIcon = icon(<path d="M5.5 3.5 3 6l2.5 2.500M3 6h6.500a3.2 3.2 0 0 1 0 6.500H6" />);
export const PencilIcon = icon(
  <path d="m3 13 .6-2.7 7.2-7.200a1.2 1.2 0 0 1 1.7 0l.4.4a1.2 1.2 0 0 1 0 1.700L5.7 12.400z" />,
);
export const HistoryIcon = icon(
  <>
    <path d="M2.8 8A5.3 5.3 0 1 0 4.5 4.100L2.8 5.6" />
    <path d="M2.8 2.800v2.800h2.800M8 5.300V8l2 1.3" />
  </>,
);
export const SignOutIcon = icon(<path d="M9.5 5V3h-6v10h6v-2M6.5 8H14M11.5 5.5 14 8l-2.5 2.5" />);
export const OfflineIcon = icon(
  <path d="M2 2l12 12M4 6.500c.6-.5 1.2-.9 1.9-1.200M8 4.500c1.5 0 2.9.6 4 1.700M6 9.200c.5-.4 1.2-.7 2-.7M8 12v.1" />,
);

export const StarIcon = icon(
  <path d="m8 2 1.800 3.800 4.200.600-3 2.900.700 4.100L8 11.500l-3.700 1.900.700-4.100-3-2.900 4.200-.600z" />,
);
export const TagIcon = icon(
  <>
    <path d="M2.500 3.500a1 1 0 0 1 1-1h4l6 6a1 1 0 0 1 0 1.400l-3.600 3.600a1 1 0 0 1-1.400 0l-6-6z" />
    <path d="M5.300 5.300v.1" />
  </>,
);

export const HomeIcon = icon(
  <>
    <path d="M2.5 7.5 8 3l5.5 4.500" />
    <path d="M4 6.500V13h8V6.500M6.8 13V9.500h2.400V13" />
  </>,
);
export const AnalysesIcon = icon(
  <>
    <circle cx="4" cy="4.5" r="1.8" />
    <circle cx="12" cy="4" r="1.8" />
    <circle cx="4.5" cy="11.8" r="1.8" />
    <circle cx="11.5" cy="11" r="1.8" />
    <path d="m5.800 4.400 4.400-.3M4.100 6.300l.3 3.700M5.500 5.700l4.700 4M11.900 5.800l-.3 3.400" />
  </>,
);
export const RepeatIcon = icon(
  <path d="M13 7A5 5 0 0 0 4 5L2.500 6.500M2.500 3.500v3h3M3 9a5 5 0 0 0 9 2l1.500-1.500M13.500 12.500v-3h-3" />,
);
export const DownloadIcon = icon(<path d="M8 2.500v7.500M5 7.200 8 10.200l3-3M3 13h10" />);
export const TableIcon = icon(
  <>
    <rect x="2.5" y="3" width="11" height="10" rx="1" />
    <path d="M2.5 6.500h11M2.5 9.800h11M6.500 3v10" />
  </>,
);
export const CompareIcon = icon(
  <path d="M2.500 5.500h10M10 3l2.500 2.500L10 8M13.500 10.500h-10M6 8l-2.500 2.500L6 13" />,
);
export const MergeIcon = icon(
  <>
    <circle cx="4.5" cy="3.5" r="1.5" />
    <circle cx="4.5" cy="12.5" r="1.5" />
    <circle cx="12" cy="8.5" r="1.5" />
    <path d="M4.500 5v6M4.500 5c0 2.500 2 3.500 6 3.500" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="8" cy="5.5" r="2.5" />
    <path d="M3 13.500c.6-2.600 2.600-4 5-4s4.400 1.400 5 4" />
  </>,
);
export const TerminalIcon = icon(
  <>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d="m4.800 6 2 2-2 2M8.500 10.500h2.700" />
  </>,
);
export const ImportIcon = icon(
  <path d="M4 6V2.500h5.500L12.500 5.500v8H4V11M9.500 2.500v3h3M2 8.500h6M6 6.500l2 2-2 2" />,
);
export const KeyIcon = icon(
  <>
    <circle cx="5.500" cy="10.500" r="3" />
    <path d="m7.800 8.200 5.200-5.200M11 5l2 2M9.200 6.800l1.500 1.500" />
  </>,
);
export const WebhookIcon = icon(
  <>
    <circle cx="8" cy="4" r="2" />
    <circle cx="4" cy="11.500" r="2" />
    <circle cx="12" cy="11.500" r="2" />
    <path d="m7 5.800-2.200 3.900M9 5.800l2.200 3.900M6 11.500h4" />
  </>,
);
export const PeopleIcon = icon(
  <>
    <circle cx="6" cy="5.500" r="2.500" />
    <path d="M1.500 13c.3-2.700 2.200-4 4.500-4s4.200 1.300 4.500 4M10.500 3.300a2.500 2.500 0 0 1 0 4.400M12.300 9.600c1.300.6 2.100 1.700 2.300 3.400" />
  </>,
);
export const SettingsIcon = icon(
  <>
    <path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6" />
    <circle cx="10" cy="4.500" r="1.800" />
    <circle cx="6" cy="11.500" r="1.800" />
  </>,
);
export const ReplaceIcon = icon(
  <path d="M2.500 2.500h4v4h-4zM9.500 9.500h4v4h-4zM9 3.500h2.500a1.5 1.5 0 0 1 1.500 1.500v2M7 12.500H4.500A1.5 1.5 0 0 1 3 11V9" />,
);

/** An octagon, filled: an error. */
export function ErrorShape({ size = 16 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M5.3 1.500h5.400l3.8 3.800v5.400l-3.8 3.800H5.300l-3.8-3.800V5.300z" fill="var(--error)" />
      <path d="M8 4.700v4M8 11.200v.1" stroke="var(--surface)" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}

/** A triangle, outlined: a warning. */
export function WarningShape({ size = 16 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d="M8 2.200 14.500 13.500h-13z"
        fill="none"
        stroke="var(--warning-icon)"
        strokeWidth="1.400"
        strokeLinejoin="round"
      />
      <path d="M8 6.500v3M8 11.400v.1" stroke="var(--warning-icon)" strokeWidth="1.500" strokeLinecap="round" />
    </svg>
  );
}

/** A ring with a dot: a hint. */
export function HintShape({ size = 16 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="6" fill="none" stroke="var(--text-3)" strokeWidth="1.400" />
      <circle cx="8" cy="8" r="2" fill="var(--text-3)" />
    </svg>
  );
}

/** One, two or three bars, next to the name of the level. */
export function LevelBars({ level }: { level: number }) {
  return (
    <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" focusable="false">
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={bar * 4.6 + 0.5}
          y={8 - bar * 3.6}
          width="3.2"
          height={3.5 + bar * 3.6}
          rx="0.8"
          fill={bar <= level ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="0.9"
          opacity={bar <= level ? 1 : 0.6}
        />
      ))}
    </svg>
  );
}

/** A dot for ready, a ring for draft, a square for archived. */
export function StatusMark({ status }: { status: string }) {
  return (
    <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true" focusable="false">
      {status === 'ready' && <circle cx="4.5" cy="4.5" r="4" fill="currentColor" />}
      {status === 'draft' && <circle cx="4.5" cy="4.5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.5" />}
      {status === 'archived' && <rect x="1" y="1" width="7" height="7" rx="1" fill="currentColor" />}
    </svg>
  );
}

export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true" focusable="false">
      <rect width="22" height="22" rx="5.5" fill="var(--accent)" />
      <circle cx="10.6" cy="10.6" r="4.6" fill="none" stroke="#fff" strokeWidth="2.2" />
      <path d="m13.2 13.4 3.2 3" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}

export const BellIcon = icon(
  <>
    <path d="M8 2a4 4 0 0 0-4 4v2.5L2.8 11h10.4L12 8.5V6a4 4 0 0 0-4-4Z" />
    <path d="M6.5 13a1.6 1.6 0 0 0 3 0" />
  </>,
);

export const ColumnsIcon = icon(
  <>
    <rect x="2" y="3" width="12" height="10" rx="1" />
    <path d="M6 3v10M10 3v10" />
  </>,
);

export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />);
