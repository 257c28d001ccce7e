import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { cancelAnalysis } from './cancel.ts';
import { compareAnalyses } from './comparison.ts';
import { deleteAnalysis } from './delete.ts';
import { getAnalysis } from './get.ts';
import { listAnalysisItems } from './items.ts';
import { linkPlot } from './link-plot.ts';
import { getLinkedPlot } from './linked-plot.ts';
import { listAnalyses } from './list.ts';
import { getPlot } from './plot.ts';
import { getReport } from './report.ts';
import { runAnalysis } from './run.ts';
import { listAnalysisTypes } from './types.ts';

export function analysisRoutes(deps: Deps, pictures: Pictures): RouteOptions[] {
  return [
    listAnalyses(deps),
    runAnalysis(deps),
    listAnalysisTypes(),
    getAnalysis(deps),
    cancelAnalysis(deps),
    deleteAnalysis(deps),
    listAnalysisItems(deps),
    compareAnalyses(deps),
    getReport(deps, pictures),
    getPlot(deps, pictures),
    linkPlot(deps, pictures),
    getLinkedPlot(deps, pictures),
  ];
}
