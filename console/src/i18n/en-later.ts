import { enAccess } from './en-access.ts';
import { enActivity } from './en-activity.ts';
import { analyses } from './en-analyses.ts';
import { enImport } from './en-import.ts';
import { enTeam } from './en-team.ts';
import { enTools } from './en-tools.ts';

/** Texts that load with the pages that need them, which keeps 9 KB of 255 (gzip) away from the first page. */
export const enLater = {
  import: enImport,
  activity: enActivity,
  access: enAccess,
  analysis: analyses,
  tools: enTools,
  team: enTeam,
};
