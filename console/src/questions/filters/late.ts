import { lazy } from 'react';
import { loadLaterTexts } from '../../i18n/i18n.ts';

const loadFoundBy = async () => {
  const [parts] = await Promise.all([import('./found-by.tsx'), loadLaterTexts()]);
  return parts;
};

/** Parts of the filters that few lists need. */
export const AssigneeChip = lazy(async () => ({ default: (await import('./assignee.tsx')).AssigneeChip }));
export const AssigneeValues = lazy(async () => ({ default: (await import('./assignee.tsx')).AssigneeValues }));
export const FoundByChip = lazy(async () => ({ default: (await loadFoundBy()).FoundByChip }));
export const FoundByValues = lazy(async () => ({ default: (await loadFoundBy()).FoundByValues }));
export const CommentsChip = lazy(async () => ({ default: (await import('./comments-chip.tsx')).CommentsChip }));
