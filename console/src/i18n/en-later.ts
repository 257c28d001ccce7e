import { enAccess } from './en-access.ts';
import { enActivity } from './en-activity.ts';
import { analyses } from './en-analyses.ts';
import { enImport } from './en-import.ts';
import { enTools } from './en-tools.ts';

/** Texts that come with the pages that need them: 9 KB of 255 before the first page, gzip. */
export const enLater = { import: enImport, activity: enActivity, access: enAccess, analysis: analyses, tools: enTools };
